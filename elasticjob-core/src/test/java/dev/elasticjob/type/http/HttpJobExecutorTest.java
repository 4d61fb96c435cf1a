package dev.elasticjob.type.http;

import static dev.elasticjob.api.HttpJobProperties.CONTENT_TYPE_KEY;
import static dev.elasticjob.api.HttpJobProperties.DATA_KEY;
import static dev.elasticjob.api.HttpJobProperties.METHOD_KEY;
import static dev.elasticjob.api.HttpJobProperties.URI_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.type.Contexts;
import dev.elasticjob.type.JobItemFailedException;
import dev.elasticjob.type.ShardingContextJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HttpJobExecutorTest {

    private static final StubServer.Handler OK = StubServer.answering(200, "done");

    private final HttpJobExecutor executor = new HttpJobExecutor();
    private final ShardingContext context = Contexts.context("", "A");

    private void run(String... properties) throws Exception {
        run(context, properties);
    }

    private void run(ShardingContext shardingContext, String... properties) throws Exception {
        executor.process(null, Contexts.config(properties), () -> true, shardingContext);
    }

    @Test
    void it_is_the_type_http() {
        assertThat(executor.getType()).isEqualTo("HTTP");
    }

    @Test
    void a_get_carries_the_context_and_nothing_else() throws Exception {
        try (StubServer server = new StubServer(OK)) {
            run(URI_KEY, server.uri("/run?day=1"));

            StubServer.Request request = server.onlyRequest();
            assertThat(request.method()).isEqualTo("GET");
            assertThat(request.uri()).isEqualTo("/run?day=1");
            assertThat(request.body()).isEmpty();
            assertThat(request.header("shardingContext")).contains(ShardingContextJson.of(context));
            assertThat(request.header("Authorization")).isEmpty();
            assertThat(request.header("Upgrade")).isEmpty();
        }
    }

    @Test
    void a_post_sends_its_data_as_a_form() throws Exception {
        try (StubServer server = new StubServer(OK)) {
            run(URI_KEY, server.uri("/execute"), METHOD_KEY, "POST", DATA_KEY, "source=ejob&city=北京");

            StubServer.Request request = server.onlyRequest();
            assertThat(request.method()).isEqualTo("POST");
            assertThat(request.body()).isEqualTo("source=ejob&city=北京");
            assertThat(request.header("Content-Type")).contains("application/x-www-form-urlencoded");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE", "post"})
    void other_methods_send_data_of_any_type(String method) throws Exception {
        try (StubServer server = new StubServer(StubServer.answering(204, ""))) {
            run(URI_KEY, server.uri("/"), METHOD_KEY, method, DATA_KEY, "{}", CONTENT_TYPE_KEY, "application/json");

            assertThat(server.onlyRequest().method()).isEqualToIgnoringCase(method);
            assertThat(server.onlyRequest().body()).isEqualTo("{}");
            assertThat(server.onlyRequest().header("Content-Type")).contains("application/json");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "HEAD", "OPTIONS"})
    void methods_without_a_body_leave_the_data_out(String method) throws Exception {
        try (StubServer server = new StubServer(OK)) {
            run(URI_KEY, server.uri("/"), METHOD_KEY, method, DATA_KEY, "a=b");

            assertThat(server.onlyRequest().method()).isEqualTo(method);
            assertThat(server.onlyRequest().body()).isEmpty();
            assertThat(server.onlyRequest().header("Content-Type")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"北京 😀", "x\r\nX-Evil: 1\r\n\r\nGET /evil HTTP/1.1", "\u0000\u0085\u2028", "\"\\"})
    void any_parameter_arrives_and_none_becomes_a_header(String parameter) throws Exception {
        ShardingContext any = Contexts.context(parameter, parameter);
        try (StubServer server = new StubServer(OK)) {
            run(any, URI_KEY, server.uri("/"));

            assertThat(server.onlyRequest().header("shardingContext")).contains(ShardingContextJson.of(any));
            assertThat(server.onlyRequest().header("X-Evil")).isEmpty();
        }
    }

    @Test
    void credentials_are_sent_as_basic_authorization_only() throws Exception {
        try (StubServer server = new StubServer(OK)) {
            run(URI_KEY, "http://alice:s%40cret@" + server.authority() + "/run");

            assertThat(server.onlyRequest().header("Authorization"))
                    .contains("Basic "
                            + Base64.getEncoder().encodeToString("alice:s@cret".getBytes(StandardCharsets.UTF_8)));
            assertThat(server.onlyRequest().uri()).isEqualTo("/run");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 401, 403, 404, 407, 429, 500, 503, 599})
    void an_error_fails_the_item_with_status_and_body(int status) throws Exception {
        try (StubServer server = new StubServer(StubServer.answering(status, "no\nway"))) {
            String uri = "http://alice:hunter2@" + server.authority() + "/run?token=hunter2";

            assertThatThrownBy(() -> run(URI_KEY, uri))
                    .isInstanceOf(JobItemFailedException.class)
                    .hasMessage("Job 'report', item 1: the server of GET " + server.uri("/run?******")
                            + " answered with status " + status + ": no\\nway")
                    .hasNoCause();
        }
    }

    @Test
    void of_an_endless_error_only_the_beginning_is_read() throws Exception {
        StubServer.Handler endless = exchange -> {
            exchange.sendResponseHeaders(500, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write("x".repeat(1000).getBytes(StandardCharsets.UTF_8));
                }
            } catch (IOException clientHasHungUp) {
                assertThat(clientHasHungUp).isNotNull();
            }
        };
        try (StubServer server = new StubServer(endless)) {
            assertThatThrownBy(() -> run(URI_KEY, server.uri("/")))
                    .hasMessageEndingWith("status 500: " + "x".repeat(1000) + "…");
        }
    }

    @Test
    void a_long_success_is_read_to_its_end() throws Exception {
        try (StubServer server = new StubServer(StubServer.answering(200, "x".repeat(1_000_000)))) {
            run(URI_KEY, server.uri("/"));
            run(URI_KEY, server.uri("/"));

            assertThat(server.requests).hasSize(2);
        }
    }

    @Test
    void the_body_is_read_in_its_charset() throws Exception {
        StubServer.Handler chinese = exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/plain; charset=\"GBK\"");
            byte[] bytes = "失败".getBytes("GBK");
            exchange.sendResponseHeaders(500, bytes.length);
            exchange.getResponseBody().write(bytes);
        };
        try (StubServer server = new StubServer(chinese)) {
            assertThatThrownBy(() -> run(URI_KEY, server.uri("/"))).hasMessageEndingWith("status 500: 失败");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_on_the_same_server_is_followed_with_context_and_credentials(int status) throws Exception {
        StubServer.Handler moved = exchange -> {
            boolean first = exchange.getRequestURI().getPath().equals("/old");
            (first ? StubServer.redirecting(status, "/new?x=1") : OK).handle(exchange);
        };
        try (StubServer server = new StubServer(moved)) {
            run(URI_KEY, "http://alice:pw@" + server.authority() + "/old");

            assertThat(server.requests).extracting(StubServer.Request::uri).containsExactly("/old", "/new?x=1");
            assertThat(server.requests.get(1).header("Authorization")).isPresent();
            assertThat(server.requests.get(1).header("shardingContext")).isPresent();
        }
    }

    @Test
    void a_redirect_to_another_server_is_refused_and_nothing_is_sent_there() throws Exception {
        try (StubServer other = new StubServer(OK);
                StubServer server = new StubServer(StubServer.redirecting(302, other.uri("/steal?token=hunter2")))) {
            assertThatThrownBy(() -> run(URI_KEY, "http://alice:hunter2@" + server.authority() + "/"))
                    .isInstanceOf(JobItemFailedException.class)
                    .hasMessageContaining("answered with status 302, a redirect to " + other.uri("/steal?******"))
                    .hasMessageContaining("it leads away from the scheme, host and port of http.uri")
                    .hasMessageNotContaining("hunter2");
            assertThat(other.requests).isEmpty();
        }
    }

    @Test
    void a_redirected_post_is_not_repeated() throws Exception {
        try (StubServer server = new StubServer(StubServer.redirecting(307, "/again"))) {
            assertThatThrownBy(() -> run(URI_KEY, server.uri("/"), METHOD_KEY, "POST", DATA_KEY, "a=b"))
                    .hasMessageContaining("only GET and HEAD requests are");
            assertThat(server.requests).hasSize(1);
        }
    }

    @Test
    void redirects_in_a_circle_come_to_an_end() throws Exception {
        try (StubServer server = new StubServer(StubServer.redirecting(302, "/again"))) {
            assertThatThrownBy(() -> run(URI_KEY, server.uri("/"))).hasMessageContaining("one more than 5 in a row");
            assertThat(server.requests).hasSize(1 + Redirects.MOST);
        }
    }

    @Test
    void a_redirect_to_nowhere_and_other_statuses_of_its_kind_fail_the_item() throws Exception {
        for (StubServer.Handler each : List.of(
                StubServer.answering(302, ""),
                StubServer.redirecting(302, "http://a b/"),
                StubServer.answering(304, ""),
                StubServer.answering(300, "choose"))) {
            try (StubServer server = new StubServer(each)) {
                assertThatThrownBy(() -> run(URI_KEY, server.uri("/")))
                        .isInstanceOf(JobItemFailedException.class)
                        .hasMessageContaining("answered with status 30");
                assertThat(server.requests).hasSize(1);
            }
        }
    }

    @Test
    void a_server_that_is_not_there_fails_the_item() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }

        assertThatThrownBy(() -> run(URI_KEY, "http://bob:hunter2@127.0.0.1:" + port + "/run"))
                .isInstanceOf(JobItemFailedException.class)
                .hasMessageContaining("the server of GET http://127.0.0.1:" + port + "/run could not be reached")
                .hasMessageNotContaining("hunter2")
                .hasCauseInstanceOf(IOException.class);
    }
}
