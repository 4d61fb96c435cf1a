package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.tracing.TracingConfiguration;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;

/** Known vulnerabilities of similar consoles, each attempted on this console. */
@ExtendWith(SharedConsole.class)
class SecurityHistoryTest {

    private final Client admin = SharedConsole.console().as(Role.ADMIN);

    // ---- privilege escalation of the guest (CVE-2022-22733) ----

    @Test
    void a_guest_receives_nothing_that_permits_impersonation() {
        Client guest = SharedConsole.console().browser();
        String answers =
                guest.logIn("guest", RunningConsole.password(Role.GUEST)).body();
        for (Access.Rule rule : Access.rules()) {
            if (rule.method() == HttpMethod.GET
                    && rule.role().isPresent()
                    && !rule.path().contains("{")) {
                answers += guest.get(rule.path()).body();
            }
        }
        assertThat(answers).doesNotContain("$2a$", "ejt_", RunningConsole.password(Role.ADMIN));
    }

    @Test
    void a_guest_who_claims_another_identity_stays_a_guest() {
        Client guest = SharedConsole.console().browser();
        guest.get("/api/v1/session");
        Answer login = guest.send(
                "POST",
                "/api/v1/session",
                Map.of("username", "guest", "password", RunningConsole.password(Role.GUEST), "role", "ADMIN"));
        assertThat(login.status()).isEqualTo(400);
        guest.logIn("guest", RunningConsole.password(Role.GUEST));
        for (Map<String, String> header : List.of(
                Map.of("X-Forwarded-User", "root"),
                Map.of("X-Original-URL", "/api/v1/health"),
                Map.of("X-HTTP-Method-Override", "GET"),
                Map.of("Username", "root"))) {
            assertThat(guest.send("PUT", "/api/v1/accounts/guest2", Map.of("role", "ADMIN"), header)
                            .status())
                    .as(header.toString())
                    .isEqualTo(403);
        }
        for (String path : List.of(
                "/api/v1/accounts/",
                "/api/v1//accounts",
                "/api/v1/./accounts",
                "/api/v1/registries/../accounts",
                "/api/v1/accounts;x=1",
                "/api/v1/accounts.json",
                "/API/v1/accounts",
                "/api/v1/%61ccounts")) {
            assertThat(guest.get(path).status()).as(path).isIn(400, 403, 404);
        }
    }

    // ---- code execution through a JDBC URL (CVE-2022-31764, 2542) ----

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'http://127.0.0.1:9/x.sql'",
                "jdbc:h2:tcp://127.0.0.1:9092/x;INIT=RUNSCRIPT FROM 'x.sql'",
                "jdbc:h2:tcp://127.0.0.1:9092/x;init=CREATE ALIAS",
                "jdbc:h2:tcp://127.0.0.1:9092/x;INIT=a",
                "jdbc:h2:tcp://127.0.0.1:9092/x;init=a",
                "jdbc:h2:tcp://127.0.0.1:9092/x;TRACE_LEVEL_FILE=3",
                "jdbc:h2:file:~/x",
                "jdbc:h2:tcp://127.0.0.1:9092/x\\;INIT=1",
                "jdbc:mysql://127.0.0.1:3306/x?autoDeserialize=true",
                "jdbc:mysql://127.0.0.1:3306/x?AUTODESERIALIZE=true&queryInterceptors=a.B",
                "jdbc:mysql://127.0.0.1:3306/x?%61utoDeserialize=true",
                "jdbc:mysql://(host=127.0.0.1,port=3306,autoDeserialize=true)/x",
                "jdbc:mysql://address=(host=127.0.0.1)(allowLoadLocalInfile=true)/x",
                "jdbc:mysql://127.0.0.1:3306/x?allowLoadLocalInfile=true",
                "jdbc:mysql:fabric://127.0.0.1:3306/x",
                "jdbc:mariadb://127.0.0.1:3306/x?allowLocalInfile=true",
                "jdbc:mariadb://127.0.0.1:3306/x?credentialType=a.B",
                "jdbc:postgresql://127.0.0.1:5432/x?socketFactory=org.springframework.context.support"
                        + ".ClassPathXmlApplicationContext&socketFactoryArg=http://127.0.0.1:9/x",
                "jdbc:postgresql://127.0.0.1:5432/x?loggerLevel=DEBUG&loggerFile=/tmp/x.jsp",
                "jdbc:postgresql://127.0.0.1:5432/x?sslfactory=a.B",
                "jdbc:postgresql://127.0.0.1:5432/x?socketFactory=a.B",
                "jdbc:postgresql://127.0.0.1:5432/x?loggerFile=x",
                "jdbc:postgresql://127.0.0.1:5432/x?authenticationPluginClassName=a.B",
                "jdbc:mysql://127.0.0.1:3306/x?queryInterceptors=a.B",
                "jdbc:db2://127.0.0.1:50000/x:clientRerouteServerListJNDIName=x;",
                "jdbc:postgresql:x",
                "jdbc:db2://127.0.0.1:50000/x:clientRerouteServerListJNDIName=ldap://127.0.0.1:9/x;",
                "jdbc:oracle:thin:@(DESCRIPTION=(ADDRESS=(HOST=127.0.0.1)))",
                "jdbc:oracle:thin:@ldap://127.0.0.1:9/x",
                "jdbc:derby:memory:x;create=true",
                "jdbc:sqlite:/tmp/x",
                "jdbc:sqlserver://127.0.0.1:1433;databaseName=x;accessTokenCallbackClass=a.B",
                "jdbc:hsqldb:mem:x",
                "ldap://127.0.0.1:9/x",
                ""
            })
    void a_jdbc_url_that_does_more_than_to_connect_is_refused(String url) {
        for (String path : List.of("/api/v1/data-sources/test", "/api/v1/data-sources")) {
            Answer answer = admin.send(
                    "POST",
                    path,
                    path.endsWith("test")
                            ? Map.of("url", url, "username", "sa", "password", "")
                            : Map.of("name", "evil", "url", url, "username", "sa", "password", ""));
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        }
        assertThat(admin.get("/api/v1/data-sources").body()).doesNotContain("evil");
    }

    @Test
    void the_name_of_a_driver_is_never_taken_from_a_request() {
        Answer answer = admin.send(
                "POST",
                "/api/v1/data-sources",
                Map.of("name", "evil", "url", "jdbc:h2:tcp://127.0.0.1:9092/x", "driver", "a.B"));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("driver");
    }

    // ---- requests forged through the registry's address and the dump (2541) ----

    @ParameterizedTest
    @ValueSource(
            strings = {
                "169.254.169.254:8080",
                "[fe80::1]:2181",
                "0.0.0.0:2181",
                "[::]:2181",
                "224.0.0.1:2181",
                "100.100.100.200:8080",
                "[fd00:ec2::254]:8080",
                "[::ffff:169.254.169.254]:8080",
                "[64:ff9b::a9fe:a9fe]:8080",
                "127.0.0.1:22",
                "127.0.0.1:80",
                "2852039166:8080",
                "0xa9fea9fe:8080",
                "169.254.169.254",
                "http://127.0.0.1:8080/x",
                "localhost:2181/../x",
                "user@localhost:2181",
                "localhost:2181\r\nx",
                "localhost:99999",
                ""
            })
    void an_address_that_must_not_be_reached_is_refused_before_it_is_connected_to(String servers) {
        for (String path : List.of("/api/v1/registries/test", "/api/v1/registries")) {
            Answer answer = admin.send(
                    "POST",
                    path,
                    path.endsWith("test")
                            ? Map.of("servers", servers, "namespace", "x")
                            : Map.of("name", "evil", "servers", servers, "namespace", "x"));
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        }
        if (!servers.isEmpty() && servers.matches("[\\w.:\\[\\]]+")) {
            assertThat(admin.send(
                                    "POST",
                                    "/api/v1/data-sources/test",
                                    Map.of("url", "jdbc:postgresql://" + servers + "/x"))
                            .status())
                    .isEqualTo(400);
        }
    }

    // ---- default passwords (root/root) ----

    @Test
    void no_account_has_a_default_password() {
        Client browser = SharedConsole.console().browser();
        for (String name : List.of("root", "guest", "admin", "elasticjob")) {
            assertThat(browser.logIn(name, name).status()).as(name).isEqualTo(401);
        }
    }

    // ---- passwords in plain text ----

    @Test
    void a_plain_password_in_the_configuration_is_refused_with_the_command_that_hashes_it() {
        assertThatThrownBy(() -> new RunningConsole("--auth.guest_password=guest"))
                .rootCause()
                .hasMessageContaining("auth.guest_password")
                .hasMessageContaining("hash-password")
                .hasMessageNotContaining("guest'");
    }

    // ---- secrets returned, or kept as they are ----

    @Test
    void secrets_are_kept_sealed_and_never_returned() throws IOException {
        try {
            admin.send(
                    "POST",
                    "/api/v1/registries",
                    Map.of(
                            "name",
                            "sealed",
                            "servers",
                            Tree.servers(),
                            "namespace",
                            "x",
                            "digest",
                            "user:s3cr3t-digest"));
            admin.send(
                    "POST",
                    "/api/v1/data-sources",
                    Map.of(
                            "name",
                            "sealed",
                            "url",
                            "jdbc:postgresql://127.0.0.1:5432/x",
                            "username",
                            "u",
                            "password",
                            "s3cr3t-password"));
            admin.send("PUT", "/api/v1/accounts/sealed", Map.of("role", "GUEST", "password", "s3cr3t-account"));

            String shown = "";
            for (String path : List.of(
                    "/api/v1/registries",
                    "/api/v1/registries/sealed",
                    "/api/v1/data-sources",
                    "/api/v1/data-sources/sealed",
                    "/api/v1/accounts",
                    "/api/v1/tokens",
                    "/api/v1/audit?size=1000")) {
                shown += admin.get(path).body();
            }
            assertThat(shown).contains("sealed").doesNotContain("s3cr3t");
            try (Stream<Path> files = Files.list(SharedConsole.console().directory())) {
                for (Path file : files.toList()) {
                    assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                            .as(file.toString())
                            .doesNotContain(
                                    "s3cr3t",
                                    SharedConsole.console().as(Role.ADMIN).token());
                    if (!file.endsWith("lock")) {
                        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                                .as(file.toString())
                                .isEqualTo("rw-------");
                    }
                }
            }
        } finally {
            admin.send("DELETE", "/api/v1/registries/sealed", null);
            admin.send("DELETE", "/api/v1/data-sources/sealed", null);
            admin.send("DELETE", "/api/v1/accounts/sealed", null);
        }
    }

    // ---- passwords of databases in the registry (2201) ----

    @Test
    void a_job_with_history_and_mail_leaves_no_password_in_the_registry_or_in_the_console() {
        JdbcDataSource database = new JdbcDataSource();
        database.setURL("jdbc:h2:mem:traced");
        database.setUser("sa");
        database.setPassword("s3cr3t-database");
        try (Tree tree = new Tree()) {
            ScheduleJobBootstrap job = new ScheduleJobBootstrap(
                    tree.center(),
                    (SimpleJob) context -> {},
                    JobConfiguration.newBuilder("traced", 1)
                            .cron("0 0 0 1 1 ? 2098")
                            .setProperty("email.host", "mail.example.org")
                            .setProperty("email.password", "s3cr3t-mail")
                            .addExtraConfigurations(new TracingConfiguration<>("RDB", database))
                            .build());
            job.schedule();
            tree.awaitAssigned("traced");
            assertThat(tree.text("/traced/config").orElseThrow())
                    .contains("mail.example.org")
                    .doesNotContain("s3cr3t", "jdbc:");
            assertThat(admin.get(tree.api + "/jobs/traced/configuration").body())
                    .doesNotContain("s3cr3t");
            job.shutdown();
        }
    }

    // ---- class names from the registry ----

    @Test
    void a_class_name_in_the_registry_is_reported_as_invalid_and_not_instantiated() {
        try (Tree tree = new Tree()) {
            tree.put(Map.of(
                    "/evil/config",
                    "jobName: evil\n"
                            + "shardingTotalCount: 1\n"
                            + "props: !!javax.script.ScriptEngineManager [!!java.net.URLClassLoader [[!!java.net.URL"
                            + " [\"http://127.0.0.1:9/\"]]]]\n"));
            Answer job = admin.get(tree.api + "/jobs/evil");
            assertThat(job.status()).isEqualTo(200);
            assertThat(job.json().get("job").get("problem").asString()).isNotEmpty();
            assertThat(admin.get(tree.api + "/jobs/evil/configuration").status())
                    .isEqualTo(422);
        }
    }

    // ---- any origin allowed, with credentials ----

    @Test
    void no_other_origin_is_allowed() {
        Client browser = SharedConsole.console().browser();
        browser.logIn("guest", RunningConsole.password(Role.GUEST));
        Answer answer = browser.send("GET", "/api/v1/registries", null, Map.of("Origin", "https://evil.example"));
        assertThat(answer.header("Access-Control-Allow-Origin")).isEmpty();
        assertThat(answer.header("Access-Control-Allow-Credentials")).isEmpty();
        Answer preflight = browser.send(
                "OPTIONS",
                "/api/v1/tokens",
                null,
                Map.of("Origin", "https://evil.example", "Access-Control-Request-Method", "POST"));
        assertThat(preflight.status()).isEqualTo(403);
        assertThat(preflight.header("Access-Control-Allow-Origin")).isEmpty();
    }

    @Test
    void a_request_under_a_rebound_host_name_is_rejected() throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), SharedConsole.console().port())) {
            socket.getOutputStream()
                    .write("GET /api/v1/health HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400");
        }
    }

    // ---- open on all interfaces ----

    @Test
    void nothing_listens_beyond_this_machine() throws IOException {
        for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            for (InetAddress address : Collections.list(each.getInetAddresses())) {
                if (!address.isLoopbackAddress()) {
                    assertThat(isOpen(address)).as(address.toString()).isFalse();
                }
            }
        }
    }

    private static boolean isOpen(InetAddress address) {
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(address, SharedConsole.console().port()), 1_000);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }
}
