package dev.elasticjob.type.http;

import static dev.elasticjob.api.HttpJobProperties.CONNECT_TIMEOUT_KEY;
import static dev.elasticjob.api.HttpJobProperties.READ_TIMEOUT_KEY;
import static dev.elasticjob.api.HttpJobProperties.URI_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.type.Contexts;
import dev.elasticjob.type.JobItemFailedException;
import dev.elasticjob.type.RunningItem;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests servers that do not respond in time. */
class HttpPatienceTest {

    private static final String FOREVER = String.valueOf(Integer.MAX_VALUE);

    private final HttpJobExecutor executor = new HttpJobExecutor();
    private final ShardingContext context = Contexts.context("", "A");
    private ServerSocket server;
    private String uri;

    @BeforeEach
    void a_server_that_only_listens() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout(60_000);
        uri = "http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort() + "/run";
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private void run(String... properties) throws Exception {
        executor.process(null, Contexts.config(properties), () -> true, context);
    }

    private RunningItem start(String... properties) {
        return RunningItem.start(() -> {
            run(properties);
            return null;
        });
    }

    /** Accepts the connection of a client and reads its request. */
    private Socket acceptRequest() throws IOException {
        Socket client = server.accept();
        client.setSoTimeout(60_000);
        StringBuilder request = new StringBuilder();
        InputStream in = client.getInputStream();
        while (!request.toString().endsWith("\r\n\r\n")) {
            request.append((char) in.read());
        }
        return client;
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        client.getOutputStream().flush();
    }

    private static void assertHungUp(Socket client) throws IOException {
        assertThat(client.getInputStream().read()).as("end of the connection").isEqualTo(-1);
    }

    @Test
    void a_server_that_never_answers_fails_the_item() {
        assertThatThrownBy(() -> run(URI_KEY, uri, READ_TIMEOUT_KEY, "300"))
                .isInstanceOf(JobItemFailedException.class)
                .hasMessage("Job 'report', item 1: the server of GET " + uri
                        + " did not answer within 300 ms (http.read.timeout.milliseconds)");
    }

    @Test
    void a_server_that_never_ends_its_answer_fails_the_item() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        StubServer.Handler stalling = exchange -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write('x');
            exchange.getResponseBody().flush();
            try {
                end.await();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        };
        try (StubServer stub = new StubServer(stalling)) {
            // On a slow machine the time limit may expire before the response starts.
            assertThatThrownBy(() -> run(URI_KEY, stub.uri("/"), READ_TIMEOUT_KEY, "1000"))
                    .isInstanceOf(JobItemFailedException.class)
                    .hasMessageMatching(".* (began to answer with status 200, but did not end|did not answer)"
                            + " within 1000 ms .*");
            end.countDown();
        }
    }

    @Test
    void a_server_that_breaks_off_fails_the_item() throws Exception {
        RunningItem item = start(URI_KEY, uri, READ_TIMEOUT_KEY, FOREVER);
        try (Socket client = acceptRequest()) {
            send(client, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nso far");
        }

        assertThat(item.end())
                .isInstanceOf(JobItemFailedException.class)
                .hasMessageContaining("could not be reached, or broke off: ");
    }

    @Test
    void a_server_that_takes_no_connection_fails_the_item() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> waiting = fill(full);
            try {
                String address = "http://" + full.getInetAddress().getHostAddress() + ":" + full.getLocalPort() + "/";
                assertThatThrownBy(() -> run(URI_KEY, address, CONNECT_TIMEOUT_KEY, "200", READ_TIMEOUT_KEY, FOREVER))
                        .isInstanceOf(JobItemFailedException.class)
                        .hasMessageContaining("took no connection within 200 ms (http.connect.timeout.milliseconds)");
            } finally {
                for (Socket each : waiting) {
                    each.close();
                }
            }
        }
    }

    /** Opens connections until the queue of unaccepted connections is full. */
    private static List<Socket> fill(ServerSocket server) throws IOException {
        List<Socket> waiting = new ArrayList<>();
        while (true) {
            Socket socket = new Socket();
            try {
                socket.connect(server.getLocalSocketAddress(), 200);
                waiting.add(socket);
            } catch (SocketTimeoutException full) {
                socket.close();
                return waiting;
            }
        }
    }

    @Test
    void an_interruption_while_waiting_closes_the_connection() throws Exception {
        RunningItem item = start(URI_KEY, uri, READ_TIMEOUT_KEY, FOREVER);
        try (Socket client = acceptRequest()) {
            item.interrupt();

            assertThat(item.end()).isInstanceOf(InterruptedException.class);
            assertHungUp(client);
        }
    }

    @Test
    void an_interruption_in_the_middle_of_the_answer_closes_the_connection() throws Exception {
        RunningItem item = start(URI_KEY, uri, READ_TIMEOUT_KEY, FOREVER);
        try (Socket client = acceptRequest()) {
            send(client, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nso far");
            item.interrupt();

            assertThat(item.end()).isInstanceOf(InterruptedException.class);
            assertHungUp(client);
        }
    }

    @Test
    void an_interrupted_thread_sends_nothing() throws Exception {
        try (StubServer stub = new StubServer(StubServer.answering(200, ""))) {
            Thread.currentThread().interrupt();

            assertThatThrownBy(() -> run(URI_KEY, stub.uri("/"))).isInstanceOf(InterruptedException.class);
            assertThat(stub.requests).isEmpty();
            assertThat(Thread.interrupted()).isFalse();
        }
    }

    @Test
    void all_runs_share_one_client_for_each_connect_timeout_and_old_ones_are_let_go() {
        HttpClients clients = new HttpClients();
        var first = clients.connectingWithin(Duration.ofMillis(1));

        assertThat(clients.connectingWithin(Duration.ofMillis(1))).isSameAs(first);
        for (int i = 2; i < 10; i++) {
            clients.connectingWithin(Duration.ofMillis(i));
        }
        assertThat(clients.connectingWithin(Duration.ofMillis(1))).isNotSameAs(first);
    }
}
