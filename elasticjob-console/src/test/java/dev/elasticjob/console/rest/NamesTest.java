package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.util.UriUtils;

/** Job names in paths. A job is reachable under any name, and requests for other paths are rejected. */
@ExtendWith(SharedConsole.class)
class NamesTest {

    private static Tree tree;

    private final Client admin = SharedConsole.console().as(Role.ADMIN);
    private final Client operator = SharedConsole.console().as(Role.OPERATOR);
    private final Client guest = SharedConsole.console().as(Role.GUEST);

    @BeforeAll
    static void fill() {
        tree = new Tree();
    }

    @AfterAll
    static void close() {
        tree.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "50% off",
                "a;b=c",
                "back\\slash",
                "two words",
                "北京é",
                "quote'\"s",
                "a?b#c",
                "a+b&c",
                "..x",
                "%2F",
                "%252e",
                "<script>",
                "{job}",
                "a:b@c,d"
            })
    void a_job_is_reached_under_any_name_it_can_have(String name) {
        tree.put(Map.of(
                "/" + name + "/config",
                "cron: 0 0 3 * * ?\njobName: '" + name.replace("'", "''") + "'\nshardingTotalCount: 1\n",
                "/" + name + "/servers/10.0.0.1",
                "",
                "/" + name + "/instances/10.0.0.1@-@101",
                ""));
        String path = tree.api + "/jobs/" + UriUtils.encode(name, StandardCharsets.UTF_8);

        Answer job = guest.get(path);
        assertThat(job.status()).as(job.body()).isEqualTo(200);
        assertThat(job.json().get("job").get("name").asString()).isEqualTo(name);
        assertThat(operator.send("POST", path + "/runs", null).status()).isEqualTo(202);
        assertThat(tree.exists("/" + name + "/trigger/10.0.0.1@-@101")).isTrue();
        String version = guest.get(path + "/configuration").header("ETag").orElseThrow();
        assertThat(operator.send(
                                "PATCH",
                                path + "/configuration",
                                Map.of("description", "edited"),
                                Map.of("If-Match", version))
                        .status())
                .isEqualTo(200);
        assertThat(guest.send("POST", path + "/runs", null).status())
                .as("roles hold for it, too")
                .isEqualTo(403);
        assertThat(admin.send("DELETE", path, null).status()).isEqualTo(204);
        assertThat(tree.exists("/" + name)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a%2Fb", "a%2fb", "a;b", "..", ".", "%2E%2E", "%2e", "a%0Ab", "%20", "a//b", "%5C%2e%2e%5C"})
    void a_name_that_no_job_can_have_is_refused_with_a_reason(String name) throws IOException {
        String answer = raw("GET " + tree.api + "/jobs/" + name + "/items HTTP/1.1\r\nHost: localhost\r\n"
                + "Authorization: Bearer " + guest.token() + "\r\nConnection: close\r\n\r\n");

        assertThat(answer).matches("(?s)HTTP/1.1 (400|403|404) .*").contains("\"detail\":\"");
    }

    /** The server rejects these paths before they reach the console. */
    @ParameterizedTest
    @ValueSource(strings = {"%zz", "a%00b", "%C0%AF", "a\\b", "{job}", "<a>"})
    void an_address_that_is_none_is_refused(String name) throws IOException {
        assertThat(raw("GET " + tree.api + "/jobs/" + name + " HTTP/1.1\r\nHost: localhost\r\n"
                        + "Authorization: Bearer " + guest.token() + "\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void invalid_names_are_reported_one_by_one_in_bulk() {
        Answer answer = operator.send(
                "POST",
                tree.api + "/bulk/jobs",
                Map.of("operation", "TRIGGER", "jobs", List.of("..", "a/b", "", "a\u0000b", "zookeeper")));

        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.json().get("failed").asInt()).isEqualTo(5);
        answer.json()
                .get("outcomes")
                .forEach(each -> assertThat(each.get("problem").asString()).isNotEmpty());
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket(
                InetAddress.getLoopbackAddress(), SharedConsole.console().port())) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
