package dev.elasticjob.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.snapshot.SnapshotService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Sends random requests to the dump port while the registry contains mutated texts. Runs for 3 s; {@code -Dfuzz.seconds=3600} for longer,
 * {@code -Dfuzz.seed=…} to repeat a run.
 */
class DumpPortFuzzTest {

    private static final int LONGEST_WAIT_MS = 60_000;
    private static final String ID = "10.0.0.1@-@99-0f3k";
    private static final List<String> ODD_NAMES = List.of("a b", "10.0.0.9", "::1", "|", "x".repeat(300), "北京", "%s");
    private static final List<String> REQUESTS =
            List.of("dump@job\n", "dump@\n", "dump@job\r\n", "dump@job/config\n", "GET / HTTP/1.1\r\n\r\n", "\n", "");

    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "fuzzed");

    private static Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put("/job", "com.acme.Job");
        texts.put("/job/config", "jobName: job\nprops:\n  email.password: abc123\nshardingTotalCount: 2\n");
        texts.put("/job/instances", "");
        texts.put("/job/instances/" + ID, "jobInstanceId: " + ID + "\nserverIp: 10.0.0.1\n");
        texts.put("/job/sharding", "");
        texts.put("/job/sharding/0", "begun 1700000000000\nstate done\n");
        texts.put("/job/sharding/0/instance", ID);
        texts.put("/job/notes", "--password abc123");
        return texts;
    }

    @Test
    void every_request_is_answered_with_a_dump_or_one_error_whatever_is_in_the_registry(TestReporter reporter)
            throws IOException {
        center.init();
        int rounds = 0;
        try (Fuzzing fuzzing = new Fuzzing(3);
                FuzzedRegistry registry = new FuzzedRegistry(center);
                SnapshotService service = new SnapshotService(center, 0)) {
            service.listen();
            texts().forEach(registry::put);
            List<String> expected =
                    read(exchange(fuzzing, service.port(), "dump@job\n", false).orElseThrow());
            assertThat(expected).hasSize(texts().size());

            for (; fuzzing.continues(); rounds++) {
                mutate(fuzzing, registry);
                String request = fuzzing.any(REQUESTS);
                if (fuzzing.oneIn(2)) {
                    request = fuzzing.mutated(request);
                }
                Optional<byte[]> answer = exchange(fuzzing, service.port(), request, true);
                assertThat(fuzzing.uncaught())
                        .as("seed %d, round %d: %s", Fuzzing.SEED, rounds, request)
                        .isEmpty();
                if (answer.isPresent()) {
                    String what = "seed %d, round %d: %s: %s".formatted(Fuzzing.SEED, rounds, request, texts());
                    assertThat(answer.get()).as(what).isNotEmpty();
                    requireAnswer(what, read(answer.get()));
                }
            }

            ODD_NAMES.forEach(name -> registry.delete("/job/" + name));
            texts().forEach(registry::put);
            assertThat(read(exchange(fuzzing, service.port(), "dump@job\n", false)
                            .orElseThrow()))
                    .isEqualTo(expected);
        } finally {
            center.close();
        }
        reporter.publishEntry("rounds with seed " + Fuzzing.SEED, String.valueOf(rounds));
        assertThat(rounds).isPositive();
    }

    private static void mutate(Fuzzing fuzzing, FuzzedRegistry registry) {
        texts().forEach((path, text) -> {
            if (fuzzing.oneIn(4)) {
                registry.put(path, fuzzing.oneIn(2) ? fuzzing.mutated(text) : text);
            }
        });
        String odd = "/job/" + fuzzing.any(ODD_NAMES);
        if (fuzzing.oneIn(2)) {
            registry.put(odd, fuzzing.mutated(odd));
        } else {
            registry.delete(odd);
        }
    }

    /** Returns the received bytes; empty if the client resets the connection. */
    private static Optional<byte[]> exchange(Fuzzing fuzzing, int port, String request, boolean hostile)
            throws IOException {
        byte[] bytes = request.getBytes(StandardCharsets.UTF_8);
        if (hostile && fuzzing.oneIn(6)) {
            bytes = new byte[fuzzing.random.nextInt(2_000)];
            fuzzing.random.nextBytes(bytes);
        }
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(LONGEST_WAIT_MS);
            socket.setTcpNoDelay(true);
            int middle = bytes.length == 0 ? 0 : fuzzing.random.nextInt(bytes.length);
            socket.getOutputStream().write(bytes, 0, middle);
            if (hostile && fuzzing.oneIn(10)) {
                socket.setSoLinger(true, 0);
                return Optional.empty();
            }
            socket.getOutputStream().write(bytes, middle, bytes.length - middle);
            socket.shutdownOutput();
            return Optional.of(socket.getInputStream().readAllBytes());
        }
    }

    private static List<String> read(byte[] answer) throws CharacterCodingException {
        String text = StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(answer))
                .toString();
        assertThat(text).endsWith("\n");
        return Arrays.asList(text.split("\n"));
    }

    private static void requireAnswer(String what, List<String> lines) {
        if (lines.get(0).startsWith("Error: ")) {
            assertThat(lines).as(what).hasSize(1);
        } else {
            assertThat(lines).as(what).allMatch(line -> line.startsWith("/job") && line.contains(" | "));
        }
        assertThat(lines)
                .as(what)
                .allMatch(line -> line.chars().noneMatch(c -> c != '\t' && Character.isISOControl(c)));
        assertThat(lines).as(what).noneMatch(line -> line.contains("password: abc123"));
    }
}
