package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Sends random responses from a dump port: only lines of a dump are returned, and every other response is an error that names
 * the job. Runs for 3 s. Set {@code -Dfuzz.seconds=3600} to run longer, and {@code -Dfuzz.seed=…} to repeat a run.
 */
class DumpResponseFuzzTest {

    private static final Duration TIME = Duration.ofSeconds(Long.getLong("fuzz.seconds", 3));
    private static final long SEED = Long.getLong("fuzz.seed", 20_261_118);
    private static final String LOOPBACK = InetAddress.getLoopbackAddress().getHostAddress();
    private static final int MOST_BYTES = 4_000;
    /** So many responses contain some that are a dump and some that are not, however slow the machine is. */
    private static final int LEAST_ROUNDS = 200;

    private static final List<String> RESPONSES = List.of(
            "/job | com.acme.Job\n/job/config | cron: 0 0 3 * * ?\\njobName: job\n/job/servers/ip1 | \n",
            "/job | \r\n/job/sharding/0/instance | ip1@-@99 | /job/sharding/0/instance | \r\n",
            "Error: there is no job 'job' in this registry\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecret",
            "-ERR unknown command 'dump@job'\r\n",
            "SSH-2.0-OpenSSH_9.2p1\r\n",
            "");

    private static final List<String> FRAGMENTS = List.of(
            "\n", "\r", "\r\n", "\n\n", "\u0000", "\u001b[2J", "/job", " | ", "/other | x\n", "Error: ", "\t", "北京");

    private final Random random = new Random(SEED);

    private byte[] response() {
        StringBuilder text = new StringBuilder(RESPONSES.get(random.nextInt(RESPONSES.size())));
        for (int left = random.nextInt(4); left > 0; left--) {
            int from = random.nextInt(text.length() + 1);
            int to = Math.min(text.length(), from + random.nextInt(12));
            switch (random.nextInt(3)) {
                case 0 -> text.replace(from, to, FRAGMENTS.get(random.nextInt(FRAGMENTS.size())));
                case 1 -> text.delete(from, to);
                default -> text.insert(from, text.substring(from, to).repeat(random.nextInt(40)));
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(5) == 0) {
            bytes = Arrays.copyOf(bytes, bytes.length + random.nextInt(2 * MOST_BYTES));
        }
        if (random.nextInt(3) == 0 && bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
        }
        return bytes;
    }

    @Test
    void only_lines_of_a_dump_are_returned_whatever_the_port_sends(TestReporter reporter) throws IOException {
        DumpClient client = new DumpClient(Duration.ofSeconds(30), Duration.ofSeconds(30), MOST_BYTES);
        int rounds = 0;
        int returned = 0;
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            long end = System.nanoTime() + TIME.toNanos();
            for (; rounds < LEAST_ROUNDS || System.nanoTime() < end; rounds++) {
                byte[] response = response();
                boolean reset = random.nextInt(20) == 0;
                String what = "seed %d, round %d: %s"
                        .formatted(SEED, rounds, new String(response, StandardCharsets.ISO_8859_1));
                CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> answer(listener, response, reset));
                try {
                    requireDump(what, client.dump("job", LOOPBACK, listener.getLocalPort()));
                    returned++;
                } catch (IOException rejected) {
                    assertThat(rejected).as(what).hasMessageContaining("'job'").hasMessageContaining(LOOPBACK);
                    assertThat(rejected.getMessage()).as(what).doesNotContain("secret");
                } catch (RuntimeException failed) {
                    fail(what, failed);
                }
                sent.join();
            }
        }
        reporter.publishEntry("rounds with seed " + SEED, rounds + ", of which " + returned + " returned a dump");
        assertThat(returned).isPositive().isLessThan(rounds);
    }

    private static void answer(ServerSocket listener, byte[] response, boolean reset) {
        try (Socket connection = listener.accept()) {
            if (reset) {
                connection.setSoLinger(true, 0);
            }
            connection.getOutputStream().write(response);
        } catch (IOException closed) {
            // The client may reject the response before reading all of it.
            assertThat(response.length).isGreaterThan(0);
        }
    }

    private static void requireDump(String what, String dump) {
        assertThat(dump.split("\r?\n"))
                .as(what)
                .isNotEmpty()
                .allMatch(line -> line.matches("/job( \\||/.* \\|).*") || line.startsWith("Error: "))
                .allMatch(line -> line.chars().noneMatch(c -> c != '\t' && Character.isISOControl(c)));
    }
}
