package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** Verifies the content of event streams, and that a stream ends when its client is no longer authorised. */
@ExtendWith(SharedConsole.class)
class EventsTest {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

    private static Tree tree;

    private final Client admin = SharedConsole.console().as(Role.ADMIN);

    @BeforeAll
    static void fill() {
        tree = new Tree();
        tree.job("alpha", 1, "");
    }

    @AfterAll
    static void close() {
        tree.close();
    }

    /** An event stream that is read line by line. */
    private static final class Stream implements AutoCloseable {

        private static final String END = "(end)";

        final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
        private final InputStream body;

        Stream(Client client) throws Exception {
            HttpRequest.Builder request =
                    HttpRequest.newBuilder(client.uri(tree.api + "/events")).timeout(LONGEST_WAIT);
            if (client.token() != null) {
                request.header("Authorization", "Bearer " + client.token());
            }
            HttpResponse<InputStream> response =
                    client.http().send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type").orElseThrow())
                    .startsWith("text/event-stream");
            body = response.body();
            Thread reader = new Thread(() -> {
                new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))
                        .lines()
                        .forEach(lines::add);
                lines.add(END);
            });
            reader.setUncaughtExceptionHandler((thread, closed) -> lines.add("(broken)"));
            reader.setDaemon(true);
            reader.start();
            assertThat(lines.poll(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("event:heartbeat");
        }

        void awaitEnd() {
            Awaitility.await().atMost(LONGEST_WAIT).until(() -> lines.contains(END));
        }

        @Override
        public void close() throws IOException {
            body.close();
        }
    }

    private Client account(String name, Role role) {
        admin.send("PUT", "/api/v1/accounts/" + name, Map.of("role", role, "password", "a-long-password"));
        Client browser = SharedConsole.console().browser();
        assertThat(browser.logIn(name, "a-long-password").status()).isEqualTo(200);
        return browser;
    }

    @Test
    void changes_are_published_immediately() throws Exception {
        AtomicInteger servers = new AtomicInteger();
        try (Stream stream = new Stream(SharedConsole.console().as(Role.GUEST))) {
            Awaitility.await().atMost(LONGEST_WAIT).until(() -> {
                tree.put(Map.of("/alpha/servers/10.0.1." + servers.incrementAndGet(), "ENABLED"));
                String line = stream.lines.poll(1, TimeUnit.SECONDS);
                return line != null && line.startsWith("data:") && line.contains("\"alpha\"");
            });
        }
    }

    @Test
    void a_stream_ends_with_its_token_and_others_continue() throws Exception {
        JsonNode token = admin.send("POST", "/api/v1/tokens", Map.of("name", "listener", "role", "GUEST"))
                .json();
        try (Stream stream = new Stream(
                        SharedConsole.console().with(token.get("token").asString()));
                Stream other = new Stream(SharedConsole.console().as(Role.GUEST))) {
            admin.send("DELETE", "/api/v1/tokens/" + token.get("view").get("id").asString(), null);
            stream.awaitEnd();
            assertThat(other.lines).doesNotContain(Stream.END);
        }
    }

    @Test
    void a_stream_ends_when_its_listener_logs_out() throws Exception {
        Client browser = SharedConsole.console().browser();
        browser.logIn("guest", RunningConsole.password(Role.GUEST));
        try (Stream stream = new Stream(browser)) {
            browser.send("DELETE", "/api/v1/session", null);
            stream.awaitEnd();
        }
    }

    @Test
    void a_stream_ends_when_its_account_is_deleted() throws Exception {
        Client browser = account("leaver", Role.GUEST);
        try (Stream stream = new Stream(browser)) {
            admin.send("DELETE", "/api/v1/accounts/leaver", null);
            stream.awaitEnd();
        }
    }

    @Test
    void a_stream_ends_when_the_role_of_its_account_changes() throws Exception {
        Client browser = account("climber", Role.GUEST);
        try (Stream stream = new Stream(browser)) {
            admin.send("PUT", "/api/v1/accounts/climber", Map.of("role", Role.OPERATOR));
            stream.awaitEnd();
            assertThat(browser.get("/api/v1/registries").status()).isEqualTo(401);
        } finally {
            admin.send("DELETE", "/api/v1/accounts/climber", null);
        }
    }
}
