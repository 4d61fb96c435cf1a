package dev.elasticjob.console.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.console.Client;
import dev.elasticjob.console.Client.Answer;
import dev.elasticjob.console.RunningConsole;
import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.thread.Threading;
import org.springframework.core.env.Environment;

/** Clients that send too much, too slowly or too often. */
@ExtendWith(SharedConsole.class)
class HostileClientsTest {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final String SESSION = "/api/v1/session";

    private final Client admin = SharedConsole.console().as(Role.ADMIN);

    /** A connection on which a test sends arbitrary data. */
    private static final class Raw implements AutoCloseable {

        private final Socket socket;

        Raw(String head) throws IOException {
            socket = new Socket(
                    InetAddress.getLoopbackAddress(), SharedConsole.console().port());
            socket.setSoTimeout((int) LONGEST_WAIT.toMillis() / 2);
            send(head.replace("\n", "\r\n"));
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
        }

        /** Sends one byte, if the server still receives. */
        void drip() {
            try {
                send(" ");
            } catch (IOException closed) {
                // The server has ended the request, as expected.
            }
        }

        String statusLine() throws IOException {
            return new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII))
                    .readLine();
        }

        /** Returns whether the server closes the connection without a response. */
        boolean endsOrIsReset() {
            try {
                return statusLine() == null;
            } catch (SocketTimeoutException open) {
                return false;
            } catch (IOException reset) {
                return true;
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    @Test
    void a_large_form_of_an_anonymous_client_is_rejected_before_it_is_read() throws IOException {
        try (Raw client = new Raw("""
            PUT /api/v1/session/password HTTP/1.1
            Host: localhost
            Content-Type: application/x-www-form-urlencoded
            Content-Length: 135266304

            name=value\
            """)) {
            assertThat(client.statusLine()).contains(" 413 ");
        }
        try (Raw client = new Raw("""
            PUT /api/v1/session/password HTTP/1.1
            Host: localhost
            Content-Type: application/x-www-form-urlencoded
            Content-Length: 100

            name=value\
            """)) {
            assertThat(client.statusLine()).contains(" 415 ");
        }
    }

    @Test
    void a_body_is_limited_also_when_its_length_is_not_announced() {
        Client browser = SharedConsole.console().browser();
        browser.get(SESSION);
        String padded = "{\"username\": \"root\", \"password\": \"" + "x".repeat(5000) + "\"}";
        assertThat(browser.send("POST", SESSION, padded).status()).isEqualTo(413);
        HttpRequest chunked = HttpRequest.newBuilder(browser.uri(SESSION))
                .header("Content-Type", "application/json")
                .header("X-XSRF-TOKEN", browser.cookie("XSRF-TOKEN").orElseThrow())
                .POST(HttpRequest.BodyPublishers.ofInputStream(
                        () -> new ByteArrayInputStream(padded.getBytes(StandardCharsets.UTF_8))))
                .build();
        assertThat(browser.http()
                        .sendAsync(chunked, HttpResponse.BodyHandlers.ofString())
                        .orTimeout(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)
                        .join()
                        .statusCode())
                .isEqualTo(413);
    }

    @Test
    void a_name_that_no_account_can_have_is_rejected_before_it_is_kept() {
        Answer answer = SharedConsole.console().browser().logIn("n".repeat(65), "some-password");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).doesNotContain("nnn");
    }

    @Test
    void findings_of_a_check_are_limited() {
        try (Tree tree = new Tree()) {
            tree.job("checked", 1, "");
            List<String> listeners =
                    IntStream.range(0, 1000).mapToObj(i -> "no-such-" + i).toList();
            Answer answer = admin.send(
                    "POST", tree.api + "/jobs/checked/configuration/check", Map.of("jobListenerTypes", listeners));
            assertThat(answer.status()).isEqualTo(200);
            assertThat(answer.json().get("findings").size()).isBetween(1, 101);
            List<String> tooMany =
                    IntStream.range(0, 50_000).mapToObj(i -> "no-such-" + i).toList();
            assertThat(admin.send(
                                    "POST",
                                    tree.api + "/jobs/checked/configuration/check",
                                    Map.of("jobListenerTypes", tooMany))
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void clients_that_send_their_requests_slowly_are_ended_and_do_not_keep_others_waiting() throws Exception {
        Client browser = SharedConsole.console().browser();
        browser.get(SESSION);
        String token = browser.cookie("XSRF-TOKEN").orElseThrow();
        String head = "POST /api/v1/session HTTP/1.1\nHost: localhost\nContent-Type: application/json\n"
                + "Content-Length: 4000\nCookie: XSRF-TOKEN=" + token + "\nX-XSRF-TOKEN: " + token + "\n\n{";
        List<Raw> slow = new ArrayList<>();
        ScheduledExecutorService drips = Executors.newSingleThreadScheduledExecutor();
        try {
            Raw slowHeaders = new Raw("GET / HTTP/1.1\nHost: localhost\nX-Slow: ");
            slow.add(slowHeaders);
            for (int i = 0; i < 300; i++) {
                slow.add(new Raw(head));
            }
            drips.scheduleAtFixedRate(() -> slow.forEach(Raw::drip), 1, 1, TimeUnit.SECONDS);
            assertThat(admin.get("/api/v1/registries").status()).isEqualTo(200);
            assertThat(admin.send(
                                    "PUT",
                                    "/api/v1/accounts/busy",
                                    Map.of("role", "GUEST", "password", "a-long-password"))
                            .status())
                    .isEqualTo(200);
            admin.send("DELETE", "/api/v1/accounts/busy", null);
            assertThat(slow.get(1).statusLine()).contains(" 408 ");
            assertThat(slow.get(300).statusLine()).contains(" 408 ");
            assertThat(slowHeaders.endsOrIsReset())
                    .as("headers that do not end")
                    .isTrue();
        } finally {
            drips.shutdownNow();
            drips.awaitTermination(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
            for (Raw each : slow) {
                each.close();
            }
        }
    }

    @Test
    void requests_are_handled_by_virtual_threads_where_the_jvm_has_them() {
        Environment environment = SharedConsole.console().bean(Environment.class);
        assertThat(environment.getProperty("spring.threads.virtual.enabled", boolean.class))
                .isTrue();
        assertThat(Threading.VIRTUAL.isActive(environment))
                .isEqualTo(Runtime.version().feature() >= 21);
    }

    @Test
    void one_user_cannot_occupy_all_event_streams() throws Exception {
        List<InputStream> open = new ArrayList<>();
        try (Tree tree = new Tree()) {
            List<Integer> statuses = new ArrayList<>();
            Client greedy = SharedConsole.console()
                    .with(admin.send("POST", "/api/v1/tokens", Map.of("name", "greedy", "role", "GUEST"))
                            .json()
                            .get("token")
                            .asString());
            for (int i = 0; i < 21; i++) {
                statuses.add(openStream(greedy, tree, open));
            }
            assertThat(statuses.subList(0, 20)).containsOnly(200);
            assertThat(statuses.get(20)).isEqualTo(429);
            assertThat(openStream(SharedConsole.console().as(Role.OPERATOR), tree, open))
                    .as("another user")
                    .isEqualTo(200);
        } finally {
            for (InputStream each : open) {
                each.close();
            }
        }
    }

    private static int openStream(Client client, Tree tree, List<InputStream> open) throws Exception {
        HttpResponse<InputStream> response = client.http()
                .send(
                        HttpRequest.newBuilder(client.uri(tree.api + "/events"))
                                .header("Authorization", "Bearer " + client.token())
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
        open.add(response.body());
        return response.statusCode();
    }

    @Test
    void parallel_login_attempts_are_counted_before_they_are_evaluated() throws Exception {
        ExecutorService guessers = Executors.newFixedThreadPool(30);
        try {
            Callable<Integer> guess = () -> SharedConsole.console()
                    .browser()
                    .logIn("guessed-in-parallel", "wrong-password")
                    .status();
            List<Future<Integer>> answers = guessers.invokeAll(
                    Stream.generate(() -> guess).limit(60).toList(), LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS);
            Map<Integer, Long> byStatus = answers.stream()
                    .map(HostileClientsTest::value)
                    .collect(Collectors.groupingBy(status -> status, Collectors.counting()));
            assertThat(byStatus.get(401)).isLessThanOrEqualTo(6);
            assertThat(byStatus.get(429)).isGreaterThanOrEqualTo(54);
        } finally {
            guessers.shutdownNow();
        }
    }

    private static int value(Future<Integer> answer) {
        try {
            return answer.get();
        } catch (Exception failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void the_client_of_a_trusted_proxy_is_the_address_that_the_proxy_added() {
        try (RunningConsole console = new RunningConsole("--console.trusted-proxies=127.0.0.1,::1")) {
            Client browser = console.browser();
            browser.get(SESSION);
            for (int i = 0; i < 8; i++) {
                browser.send(
                        "POST",
                        SESSION,
                        Map.of("username", "root", "password", "wrong-password"),
                        Map.of("X-Forwarded-For", "10.6.6." + i + ", 10.0.0.9"));
            }
            Answer spoofed = browser.send(
                    "POST",
                    SESSION,
                    Map.of("username", "root", "password", "wrong-password"),
                    Map.of("X-Forwarded-For", "10.7.7.7, 10.0.0.9"));
            assertThat(spoofed.status()).isEqualTo(429);
            assertThat(browser.send(
                                    "POST",
                                    SESSION,
                                    Map.of("username", "root", "password", RunningConsole.password(Role.ADMIN)),
                                    Map.of("X-Forwarded-For", "10.0.0.9, 10.0.0.10"))
                            .status())
                    .as("the administrator, from another address")
                    .isEqualTo(200);
            assertThat(console.as(Role.ADMIN)
                            .get("/api/v1/audit?user=root")
                            .json()
                            .get("entries")
                            .get(0)
                            .get("address")
                            .asString())
                    .isEqualTo("10.0.0.10");
        }
    }

    @Test
    void cookies_are_secure_behind_a_proxy_that_speaks_tls() {
        Client browser = SharedConsole.console().browser();
        Map<String, String> tls = Map.of("X-Forwarded-Proto", "https");
        Answer first = browser.send("GET", SESSION, null, tls);
        assertThat(first.response().headers().allValues("Set-Cookie"))
                .anyMatch(each -> each.startsWith("XSRF-TOKEN") && each.contains("Secure"));
        String token = first.response().headers().allValues("Set-Cookie").stream()
                .filter(each -> each.startsWith("XSRF-TOKEN"))
                .map(each -> each.substring("XSRF-TOKEN=".length(), each.indexOf(';')))
                .findFirst()
                .orElseThrow();
        Answer login = browser.send(
                "POST",
                SESSION,
                Map.of("username", "guest", "password", RunningConsole.password(Role.GUEST)),
                Map.of("X-Forwarded-Proto", "https", "X-XSRF-TOKEN", token, "Cookie", "XSRF-TOKEN=" + token));
        assertThat(login.status()).isEqualTo(200);
        assertThat(login.response().headers().allValues("Set-Cookie"))
                .anyMatch(each -> each.startsWith("ELASTICJOB_CONSOLE") && each.contains("Secure"));
    }

    @Test
    void the_address_of_a_request_with_a_body_is_decoded_once() {
        Client guest = SharedConsole.console().as(Role.GUEST);
        for (String path : List.of(
                "/api/v1/registries/x/jobs/y/configuration/check/%252e%252e/%252e%252e/%252e%252e/%252e%252e/%252e%252e"
                        + "/%252e%252e/accounts/z",
                "/api/v1/session%252f..%252f..%252faccounts%252fz", "/received")) {
            Answer answer = guest.send("PUT", path, Map.of("role", "ADMIN", "password", "a-long-password"));
            assertThat(answer.status()).as(path).isIn(400, 403, 404);
        }
        assertThat(admin.get("/api/v1/accounts").body()).doesNotContain("\"z\"");
    }
}
