package dev.elasticjob.test.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.test.net.FaultyProxy.Direction;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyProxyTest {

    private static final int LIMIT_MILLIS = 60_000;
    private static final Predicate<byte[]> ANY = piece -> true;

    private EchoServer server;
    private FaultyProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new EchoServer();
        proxy = FaultyProxy.to(server.address());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        server.close();
    }

    @Test
    void bytes_go_through_in_both_directions() throws Exception {
        try (Socket client = connect()) {
            assertThat(ask(client, "hello")).isEqualTo("hello");
            assertThat(proxy.connections()).isEqualTo(1);
        }
    }

    @Test
    void a_cut_breaks_connections_and_new_ones_until_healed() throws Exception {
        try (Socket client = connect()) {
            ask(client, "hello");
            proxy.cut();
            assertBroken(client);
            assertThat(proxy.connections()).isZero();
        }
        try (Socket client = connect()) {
            assertBroken(client);
        }
        proxy.heal();
        try (Socket client = connect()) {
            assertThat(ask(client, "again")).isEqualTo("again");
        }
    }

    @Test
    void broken_connections_may_be_replaced_at_once() throws Exception {
        try (Socket client = connect()) {
            ask(client, "hello");
            proxy.breakConnections();
            assertBroken(client);
        }
        try (Socket client = connect()) {
            assertThat(ask(client, "again")).isEqualTo("again");
        }
    }

    @Test
    void a_request_is_lost_before_the_server_sees_it() throws Exception {
        try (Socket client = connect()) {
            ask(client, "ping");
            proxy.cutBeforeRequest(piece -> text(piece).startsWith("req"));
            assertThat(ask(client, "ping2")).isEqualTo("ping2");
            send(client, "req");
            assertBroken(client);
        }
        proxy.heal();
        try (Socket client = connect()) {
            ask(client, "later");
        }
        assertThat(server.seen).containsExactly("ping", "ping2", "later");
    }

    @Test
    void an_answer_is_lost_after_the_server_gave_it() throws Exception {
        try (Socket client = connect()) {
            proxy.cutBeforeAnswer(piece -> text(piece).startsWith("req"), ANY);
            assertThat(ask(client, "ping")).isEqualTo("ping");
            send(client, "req");
            assertBroken(client);
        }
        assertThat(server.seen).containsExactly("ping", "req");
        try (Socket client = connect()) {
            assertBroken(client);
        }
    }

    @Test
    void a_fault_that_was_healed_before_it_struck_does_not_strike() throws Exception {
        proxy.cutBeforeRequest(ANY);
        proxy.heal();
        proxy.cutBeforeAnswer(ANY, ANY);
        proxy.heal();
        try (Socket client = connect()) {
            assertThat(ask(client, "hello")).isEqualTo("hello");
        }
    }

    @Test
    void what_is_held_on_its_way_to_the_server_arrives_after_healing() throws Exception {
        try (Socket client = connect();
                Socket other = connect()) {
            proxy.hold(Direction.TO_SERVER);
            send(client, "held");
            send(other, "held too");
            assertThat(server.seen).isEmpty();
            proxy.heal();
            assertThat(receive(client, 4)).isEqualTo("held");
            assertThat(receive(other, 8)).isEqualTo("held too");
        }
    }

    @Test
    void what_is_held_on_its_way_to_the_client_has_been_seen_by_the_server() throws Exception {
        try (Socket client = connect()) {
            proxy.hold(Direction.TO_CLIENT);
            send(client, "held");
            assertThat(server.next()).isEqualTo("held");
            assertThat(client.getInputStream().available()).isZero();
            proxy.heal();
            assertThat(receive(client, 4)).isEqualTo("held");
        }
    }

    @Test
    void what_is_held_is_lost_by_a_cut() throws Exception {
        try (Socket client = connect()) {
            proxy.hold(Direction.TO_SERVER);
            send(client, "held");
            proxy.cut();
            assertBroken(client);
        }
        proxy.heal();
        try (Socket client = connect()) {
            ask(client, "later");
        }
        assertThat(server.seen).containsExactly("later");
    }

    @Test
    void a_delay_passes_or_is_healed() throws Exception {
        try (Socket client = connect()) {
            proxy.delay(Direction.TO_SERVER, Duration.ofMillis(1));
            assertThat(ask(client, "late")).isEqualTo("late");
            proxy.delay(Direction.TO_SERVER, Duration.ofDays(1));
            send(client, "later");
            proxy.heal();
            assertThat(receive(client, 5)).isEqualTo("later");
        }
    }

    @Test
    void a_closed_proxy_leaves_no_connection_and_no_port() throws Exception {
        Socket client = connect();
        proxy.delay(Direction.TO_SERVER, Duration.ofDays(1));
        send(client, "held");

        proxy.close();

        assertBroken(client);
        client.close();
        assertThatThrownBy(this::connect).isInstanceOf(ConnectException.class);
    }

    @Test
    void a_server_that_is_down_looks_so_through_the_proxy() throws Exception {
        server.close();
        try (Socket client = connect()) {
            assertBroken(client);
        }
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket(proxy.address().getAddress(), proxy.address().getPort());
        socket.setSoTimeout(LIMIT_MILLIS);
        return socket;
    }

    private static String ask(Socket client, String text) throws IOException {
        send(client, text);
        return receive(client, text.length());
    }

    private static void send(Socket client, String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String receive(Socket client, int length) throws IOException {
        return text(client.getInputStream().readNBytes(length));
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.US_ASCII);
    }

    /** Asserts that the other side has closed or reset the connection. */
    private static void assertBroken(Socket client) {
        int read;
        try {
            read = client.getInputStream().read();
        } catch (SocketTimeoutException e) {
            throw new AssertionError("The connection is still there", e);
        } catch (IOException e) {
            return;
        }
        assertThat(read).isEqualTo(-1);
    }

    /** Echoes and records the received bytes. */
    private static final class EchoServer implements AutoCloseable {

        private final ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private final BlockingQueue<String> arrivals = new LinkedBlockingQueue<>();
        private final CompletableFuture<Void> accepting;

        EchoServer() throws IOException {
            accepting = CompletableFuture.runAsync(this::serve, EchoServer::onDaemon);
        }

        InetSocketAddress address() {
            return new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
        }

        String next() throws InterruptedException {
            return arrivals.poll(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        }

        private void serve() {
            try {
                while (true) {
                    Socket client = listener.accept();
                    CompletableFuture.runAsync(() -> echo(client), EchoServer::onDaemon);
                }
            } catch (IOException e) {
                assertThat(listener.isClosed()).isTrue();
            }
        }

        private void echo(Socket client) {
            byte[] buffer = new byte[1024];
            try (client) {
                for (int read = client.getInputStream().read(buffer);
                        read >= 0;
                        read = client.getInputStream().read(buffer)) {
                    String piece = new String(buffer, 0, read, StandardCharsets.US_ASCII);
                    seen.add(piece);
                    arrivals.add(piece);
                    client.getOutputStream().write(buffer, 0, read);
                }
            } catch (IOException e) {
                // The proxy has broken the connection, as requested by the test.
            }
        }

        private static void onDaemon(Runnable task) {
            Thread thread = new Thread(task, "echo");
            thread.setDaemon(true);
            thread.start();
        }

        @Override
        public void close() throws IOException {
            listener.close();
            // The port is released only when the thread that accepts connections has ended.
            accepting.orTimeout(LIMIT_MILLIS, TimeUnit.MILLISECONDS).join();
        }
    }
}
