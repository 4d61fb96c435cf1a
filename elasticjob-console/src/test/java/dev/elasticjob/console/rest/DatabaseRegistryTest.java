package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.jdbc.InitializeSchema;
import dev.elasticjob.registry.jdbc.JdbcConfiguration;
import dev.elasticjob.registry.jdbc.JdbcRegistryCenter;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A registry in a database that is added while the console runs. */
@ExtendWith(SharedConsole.class)
class DatabaseRegistryTest {

    private static final String REGISTRIES = "/api/v1/registries";

    private static EmbeddedPostgres postgres;

    private final Client admin = SharedConsole.console().as(Role.ADMIN);

    @BeforeAll
    static void start() throws IOException {
        postgres = EmbeddedPostgres.builder().start();
    }

    @AfterAll
    static void stop() throws IOException {
        postgres.close();
    }

    private static String url(String database) {
        return "jdbc:postgresql://127.0.0.1:" + postgres.getPort() + "/" + database;
    }

    private static void createDatabase(String name) throws SQLException {
        try (Connection connection = postgres.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        }
    }

    private static int tables(String database) throws SQLException {
        try (Connection connection = postgres.getDatabase("postgres", database).getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = 'public'")) {
            row.next();
            return row.getInt(1);
        }
    }

    private static Map<String, String> request(String name, String servers, String namespace) {
        Map<String, String> request = new HashMap<>();
        if (!name.isEmpty()) {
            request.put("name", name);
        }
        request.put("servers", servers);
        request.put("namespace", namespace);
        request.put("digest", "postgres:");
        return request;
    }

    @Test
    void jobs_in_a_database_are_listed() throws SQLException {
        createDatabase("jobs");
        JdbcConfiguration configuration = new JdbcConfiguration(url("jobs"), "orders");
        configuration.setUsername("postgres");
        configuration.setInitializeSchema(InitializeSchema.ALWAYS);
        try (JdbcRegistryCenter center = new JdbcRegistryCenter(configuration)) {
            center.init();
            RegistrySession session = center.openSession().toCompletableFuture().join();
            session.commit(Transaction.builder()
                            .create("/nightly", "", Mode.PERSISTENT)
                            .create("/nightly/config", "jobName: nightly\nshardingTotalCount: 1\n", Mode.PERSISTENT)
                            .build())
                    .toCompletableFuture()
                    .join();
        }

        Answer known = admin.send("POST", REGISTRIES + "/test", request("", url("jobs"), "orders"));
        Answer unknown = admin.send("POST", REGISTRIES + "/test", request("", url("jobs"), "others"));
        assertThat(known.json().get("namespaceExists").asBoolean()).isTrue();
        assertThat(unknown.json().get("namespaceExists").asBoolean()).isFalse();
        try {
            assertThat(admin.send("POST", REGISTRIES, request("database", url("jobs"), "orders"))
                            .status())
                    .isEqualTo(201);
            assertThat(admin.get(REGISTRIES + "/database/jobs").body()).contains("nightly");
        } finally {
            admin.send("DELETE", REGISTRIES + "/database", null);
        }
    }

    @Test
    void the_console_creates_no_tables_and_keeps_the_response_of_the_server_to_itself() throws SQLException {
        createDatabase("empty");
        Answer test = admin.send("POST", REGISTRIES + "/test", request("", url("empty"), "orders"));
        assertThat(test.status()).isGreaterThanOrEqualTo(400);
        assertThat(test.body()).contains("The console creates no tables").doesNotContain("CREATE TABLE");
        try {
            admin.send("POST", REGISTRIES, request("empty", url("empty"), "orders"));
            assertThat(admin.send("PUT", REGISTRIES + "/empty/connection", null).status())
                    .isGreaterThanOrEqualTo(400);
        } finally {
            admin.send("DELETE", REGISTRIES + "/empty", null);
        }
        assertThat(tables("empty")).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:file:/tmp/registry",
                "jdbc:h2:mem:registry;INIT=RUNSCRIPT FROM 'http://127.0.0.1/x'",
                "jdbc:h2:tcp://127.0.0.1:9092/mem:x",
                "jdbc:oracle:thin:@//127.0.0.1:1521/x",
                "jdbc:postgresql://127.0.0.1:5432/x?socketFactory=x",
                "jdbc:postgresql://169.254.169.254:5432/x",
                "jdbc:mysql://127.0.0.1:3306/x?autoDeserialize=true"
            })
    void other_databases_and_dangerous_options_are_rejected(String servers) {
        assertThat(admin.send("POST", REGISTRIES + "/test", request("", servers, "x"))
                        .status())
                .isEqualTo(400);
        assertThat(admin.send("POST", REGISTRIES, request("evil", servers, "x")).status())
                .isEqualTo(400);
    }
}
