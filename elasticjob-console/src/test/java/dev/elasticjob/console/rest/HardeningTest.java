package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.lifecycle.RegistryOperations;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.zookeeper.ZooKeeper;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Input that is crafted to bypass a rule. */
@ExtendWith(SharedConsole.class)
class HardeningTest {

    private static Tree tree;

    private final Client admin = SharedConsole.console().as(Role.ADMIN);

    @BeforeAll
    static void fill() {
        tree = new Tree();
        tree.job("job", 2, "");
    }

    @AfterAll
    static void close() {
        tree.close();
    }

    private static String configuration() {
        return tree.api + "/jobs/job/configuration";
    }

    private Map<String, String> ifMatch() {
        return Map.of("If-Match", admin.get(configuration()).header("ETag").orElseThrow());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://2852039166/",
                "http://0xa9fea9fe/",
                "http://0xa9.0xfe.0xa9.0xfe/",
                "http://0251.0376.0251.0376/",
                "http://169.254.43518/",
                "http://169.254.169.254./",
                "http://metadata.google.internal./",
                "http://[fe80::1%25eth0]/",
                "http://[::ffff:0:169.254.169.254]/",
                "http://255.255.255.255/"
            })
    void an_address_that_hides_a_forbidden_one_is_not_given_to_workers(String address) {
        Answer edited = admin.send("PATCH", configuration(), Map.of("props", Map.of("http.uri", address)), ifMatch());
        assertThat(edited.status()).as(edited.body()).isEqualTo(400);
        String text = "cron: 0 0 3 * * ?\njobName: job\nshardingTotalCount: 2\nprops:\n  http.uri: '" + address + "'\n";
        Answer written = admin.send("PUT", configuration() + "/text", Map.of("text", text), ifMatch());
        assertThat(written.status()).as(written.body()).isEqualTo(400);
        assertThat(admin.get(configuration()).body()).doesNotContain(address);
    }

    @Test
    void a_test_of_a_registry_writes_nothing() throws Exception {
        Answer answer = admin.send(
                "POST",
                "/api/v1/registries/test",
                Map.of("servers", Tree.servers(), "namespace", "never-created/deep"));
        assertThat(answer.json().get("reachable").asBoolean()).isTrue();
        ZooKeeper client = new ZooKeeper(Tree.servers(), 10_000, event -> {});
        try {
            assertThat(client.exists("/never-created", false)).isNull();
        } finally {
            client.close();
        }
    }

    @Test
    void only_a_dump_is_returned_from_a_dump_port() throws IOException {
        tree.put(Map.of("/job/servers/127.0.0.1", "ENABLED"));
        for (String secret : List.of("-ERR secret of another service\r\n", "/job | x\nsecret: 1\n", "/jobs | x\n")) {
            try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                CompletableFuture.runAsync(() -> respond(other, secret));
                Answer dump = admin.get(tree.api + "/jobs/job/servers/127.0.0.1/dump?port=" + other.getLocalPort());
                assertThat(dump.status()).isEqualTo(502);
                assertThat(dump.body()).doesNotContain("secret").contains("no dump");
            }
        }
    }

    private static void respond(ServerSocket server, String text) {
        try (Socket connection = server.accept()) {
            connection.getInputStream().read();
            connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException closed) {
            throw new IllegalStateException(closed);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"line\n2026-01-01 ERROR forged", "\u001b[2J", "\u009b31m", "right\u202eleft"})
    void text_that_would_forge_lines_in_the_logs_of_workers_is_rejected(String text) {
        for (String setting : List.of("description", "label", "jobErrorHandlerType", "timeZone")) {
            Answer answer = admin.send("PATCH", configuration(), Map.of(setting, text), ifMatch());
            assertThat(answer.status()).as(setting + answer.body()).isEqualTo(400);
        }
        assertThat(admin.send("PATCH", configuration(), Map.of("jobParameter", "two\nlines"), ifMatch())
                        .status())
                .as("parameters are read by jobs")
                .isEqualTo(200);
    }

    @Test
    void a_field_that_is_there_twice_and_an_enum_by_number_are_rejected() {
        assertThat(admin.send(
                                "PUT",
                                "/api/v1/accounts/twice",
                                "{\"role\": \"GUEST\", \"role\": \"ADMIN\"," + " \"password\": \"a-long-password\"}")
                        .status())
                .isEqualTo(400);
        assertThat(admin.send("PUT", "/api/v1/accounts/ordinal", "{\"role\": 2, \"password\": \"a-long-password\"}")
                        .status())
                .isEqualTo(400);
        assertThat(admin.get("/api/v1/accounts").body()).doesNotContain("twice", "ordinal");
    }

    @Test
    void an_entry_without_a_value_is_rejected() {
        try (Tree tree = new Tree()) {
            tree.job("job", 1, "");
            Answer answer =
                    admin.send("POST", tree.api + "/jobs/job/configuration/check", "{\"jobListenerTypes\": [null]}");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.json().get("detail").asString()).contains("jobListenerTypes", "null");
        }
    }

    @Test
    void errors_name_no_classes() {
        for (Answer answer : List.of(
                admin.send("PUT", "/api/v1/accounts/x", "{\"role\": \"KING\"}"),
                admin.send("PUT", "/api/v1/accounts/x", "{\"role\": [1, 2]}"),
                admin.send("PUT", "/api/v1/accounts/x", "{\"unknown\": 1}"),
                admin.send("PATCH", configuration(), "{\"shardingTotalCount\": \"many\"}", ifMatch()),
                admin.send("PATCH", configuration(), "[]", ifMatch()),
                admin.send("PATCH", configuration(), "{", ifMatch()),
                admin.get("/api/v1/audit?page=x"),
                admin.get("/api/v1/audit?from=x"),
                admin.get(tree.api + "/jobs?status=KING"),
                admin.get(tree.api + "/jobs?overdue=perhaps"))) {
            assertThat(answer.status()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).doesNotContainPattern("[a-z]+\\.[a-z]+\\.[A-Za-z.]*[A-Z]|java|jackson|Exception");
        }
    }

    @Test
    void a_page_beyond_all_numbers_is_rejected() {
        assertThat(admin.get("/api/v1/audit?page=2147484&size=1000").status()).isEqualTo(400);
        assertThat(admin.get(tree.api + "/jobs?page=2147484&size=1000").status())
                .isEqualTo(200);
    }

    @Test
    void more_items_than_an_epoch_holds_are_rejected_with_the_limit() {
        Answer answer =
                admin.send("PATCH", configuration(), Map.of("shardingTotalCount", Integer.MAX_VALUE), ifMatch());
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.json().get("detail").asString()).contains("100000");
    }

    /**
     * Reads the job with {@code RegistryOperations}, as the console does. A job that was never assigned is displayed with few
     * items, regardless of the configured number.
     */
    @Test
    void a_job_in_the_registry_that_claims_too_many_items_is_shown_with_the_reason() {
        tree.put(Map.of(
                "/huge/config",
                "cron: 0 0 3 * * ?\njobName: huge\nshardingTotalCount: 2147483647\n",
                "/huge/servers/10.0.0.1",
                "ENABLED"));
        try (RegistryOperations operations = RegistryOperations.connect(Tree.servers(), tree.registry, "")) {
            assertThat(operations.jobs().overview("huge").problem()).isPresent();
        }
        assertThat(admin.get(tree.api + "/jobs/huge").status()).isEqualTo(200);
    }
}
