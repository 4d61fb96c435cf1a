package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.lifecycle.api.OperationException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Verifies that dumps are requested with the documented command, only from servers of the job, and within limits. */
class DumpClientTest extends OnZookeeper {

    private static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();

    private ServerSocket listener;
    private CompletableFuture<String> request;

    /** What the server at the dump port does with a connection. */
    private interface Answer {
        void give(Socket connection) throws IOException;
    }

    @BeforeEach
    void listen() throws IOException {
        listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stopListening() throws IOException {
        listener.close();
    }

    private void answer(Answer answer) {
        request = CompletableFuture.supplyAsync(() -> {
            try (Socket connection = listener.accept()) {
                String line = new BufferedReader(
                                new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))
                        .readLine();
                answer.give(connection);
                return line;
            } catch (IOException ended) {
                return "ended: " + ended.getMessage();
            }
        });
    }

    private static Answer lines(String text) {
        return connection -> connection.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    private String dump(DumpClient client) throws IOException {
        return client.dump("job", LOOPBACK, listener.getLocalPort());
    }

    @Test
    void the_answer_is_given_as_it_came() throws Exception {
        tree.put("/job/config", Tree.config("job", 1, ""));
        tree.put("/job/servers/" + LOOPBACK, "");
        answer(lines("/job | \n/job/config | cron: 北京\n"));

        String dump = operations.jobOperate().dump("job", LOOPBACK, listener.getLocalPort());

        assertThat(dump).isEqualTo("/job | \n/job/config | cron: 北京\n");
        assertThat(request.get(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo("dump@job");
    }

    @Test
    void a_value_with_a_tab_is_part_of_a_dump_and_an_empty_line_is_not() throws IOException {
        answer(lines("/job | a\tb\n"));
        assertThat(dump(new DumpClient())).isEqualTo("/job | a\tb\n");
        answer(lines("\n"));
        assertThatThrownBy(() -> dump(new DumpClient()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no dump");
    }

    @Test
    void no_address_is_connected_to_that_is_no_server_of_the_job() {
        tree.put("/job/config", Tree.config("job", 1, ""));
        tree.put("/job/servers/10.0.0.1", "");

        assertThatThrownBy(() -> operations.jobOperate().dump("job", LOOPBACK, listener.getLocalPort()))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining(LOOPBACK);
        assertThatThrownBy(() -> operations.jobOperate().dump("gone", LOOPBACK, listener.getLocalPort()))
                .isInstanceOf(OperationException.class);
    }

    @Test
    void an_endless_response_is_rejected() {
        answer(connection -> {
            byte[] much = new byte[1 << 16];
            while (true) {
                connection.getOutputStream().write(much);
            }
        });

        assertThatThrownBy(() -> dump(new DumpClient(Duration.ofSeconds(5), Duration.ofSeconds(30), 1 << 20)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 1048576 bytes");
    }

    @Test
    void a_silent_server_times_out() {
        answer(connection -> connection.getInputStream().read());

        assertThatThrownBy(() -> dump(new DumpClient(Duration.ofSeconds(5), Duration.ofMillis(200), 1 << 20)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'job'")
                .hasMessageContaining(String.valueOf(listener.getLocalPort()));
    }

    @Test
    void a_closed_port_is_named() throws IOException {
        listener.close();

        assertThatThrownBy(() -> dump(new DumpClient()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(LOOPBACK + ":" + listener.getLocalPort());
        assertThatThrownBy(() -> new DumpClient().dump("job", LOOPBACK, 0))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
