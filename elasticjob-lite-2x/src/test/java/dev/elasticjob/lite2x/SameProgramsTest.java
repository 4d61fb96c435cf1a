package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the same programs, compiled against 2.1.5 and against the adapter, on the same ZooKeeper, and compares their output. */
class SameProgramsTest {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(55);
    private static final List<String> STRATEGY_JOBS = List.of("average", "a", "b", "rotated", "own");
    private static final int WORKERS = 3;

    private static EmbeddedZookeeper server;
    private static String classPathOf2x;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedZookeeper.startTemporary();
        classPathOf2x = ProgramProcess.classPathOf2x();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void one_process_prints_the_same(@TempDir Path directory) throws Exception {
        try (ProgramProcess original = solo(classPathOf2x, "solo-2x", directory);
                ProgramProcess adapter = solo(ProgramProcess.classPathOfAdapter(), "solo-adapter", directory)) {
            original.awaitLine("end: of scenarios"::equals);
            adapter.awaitLine("end: of scenarios"::equals);

            assertThat(original.printed()).hasSizeGreaterThan(60);
            assertThat(adapter.printed()).containsExactlyElementsOf(original.printed());
        }
    }

    private static ProgramProcess solo(String classPath, String namespace, Path directory) throws IOException {
        Path own = Files.createDirectories(directory.resolve(namespace));
        return ProgramProcess.start(
                classPath,
                "Solo",
                server.connectString(),
                namespace,
                own.toString(),
                "jdbc:h2:mem:" + namespace + ";DB_CLOSE_DELAY=-1");
    }

    @Test
    void three_processes_share_items_call_once_and_fail_over_the_same_way() throws Exception {
        try (Cluster original = new Cluster(classPathOf2x, "cluster-2x");
                Cluster adapter = new Cluster(ProgramProcess.classPathOfAdapter(), "cluster-adapter")) {
            original.awaitReady();
            adapter.awaitReady();

            for (Cluster each : List.of(original, adapter)) {
                STRATEGY_JOBS.forEach(each::trigger);
                each.trigger("once");
            }
            Map<String, Map<Integer, List<Integer>>> expected = expectedOwners();
            for (Cluster each : List.of(original, adapter)) {
                await("items of " + each.namespace)
                        .atMost(LONGEST_WAIT)
                        .untilAsserted(() -> assertThat(each.ranItems()).isEqualTo(expected));
            }
            // 2.1.5 calls the listener on every instance that detects that it is last, or on none.
            await("last call").atMost(LONGEST_WAIT).until(() -> adapter.count("once: after") >= 1);
            assertThat(adapter.count("once: before")).isEqualTo(1);
            assertThat(adapter.count("once: after")).isEqualTo(1);

            for (Cluster each : List.of(original, adapter)) {
                each.trigger("crashing");
            }
            for (Cluster each : List.of(original, adapter)) {
                each.killTheBlockedOne();
            }
            for (Cluster each : List.of(original, adapter)) {
                await("failover of " + each.namespace)
                        .atMost(LONGEST_WAIT)
                        .until(() -> each.count("run: crashing 1") == 2);
                assertThat(each.count("run: crashing 0")).isEqualTo(1);
                assertThat(each.count("run: crashing 2")).isEqualTo(1);
            }
        }
    }

    /** Returns, by job, the items of each instance; instances are numbered in ascending order of their ids. */
    private static Map<String, Map<Integer, List<Integer>>> expectedOwners() {
        return new TreeMap<>(Map.of(
                "average", Map.of(2, List.of(0, 3), 1, List.of(1, 4), 0, List.of(2)),
                "a", Map.of(2, List.of(0, 3), 1, List.of(1, 4), 0, List.of(2)),
                "b", Map.of(0, List.of(0, 3), 1, List.of(1, 4), 2, List.of(2)),
                "rotated", rotated(),
                "own", Map.of(2, List.of(0, 1, 2, 3, 4))));
    }

    private static Map<Integer, List<Integer>> rotated() {
        int first = Math.abs("rotated".hashCode()) % WORKERS;
        List<List<Integer>> shares = List.of(List.of(0, 3), List.of(1, 4), List.of(2));
        Map<Integer, List<Integer>> result = new TreeMap<>();
        for (int i = 0; i < WORKERS; i++) {
            result.put(WORKERS - 1 - (first + i) % WORKERS, shares.get(i));
        }
        return result;
    }

    /** Three workers on a namespace. */
    private static final class Cluster implements AutoCloseable {

        private final String namespace;
        private final List<ProgramProcess> workers = new ArrayList<>();
        private final ZookeeperRegistryCenter center;
        private final RegistryAccess registry;

        Cluster(String classPath, String namespace) throws IOException {
            this.namespace = namespace;
            center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(server.connectString(), namespace));
            center.init();
            registry = new RegistryAccess(center, Duration.ofSeconds(10));
            for (int i = 0; i < WORKERS; i++) {
                workers.add(ProgramProcess.start(classPath, "Worker", server.connectString(), namespace));
            }
        }

        void awaitReady() throws InterruptedException {
            for (ProgramProcess each : workers) {
                each.awaitLine(("ready: " + each.pid())::equals);
            }
            // In the order of their ids, which start with the same address.
            workers.sort(Comparator.comparing(each -> String.valueOf(each.pid())));
        }

        /** Requests a run in the same way as consoles of 2.x. */
        void trigger(String job) {
            registry.children("/" + job + "/instances")
                    .forEach(id -> registry.update("/" + job + "/instances/" + id, "TRIGGER"));
        }

        Map<String, Map<Integer, List<Integer>>> ranItems() {
            Map<String, Map<Integer, List<Integer>>> result = new TreeMap<>();
            for (int i = 0; i < workers.size(); i++) {
                for (String line : workers.get(i).printed()) {
                    String[] parts = line.split(" ");
                    if (line.startsWith("run: ") && STRATEGY_JOBS.contains(parts[1])) {
                        result.computeIfAbsent(parts[1], job -> new TreeMap<>())
                                .computeIfAbsent(i, worker -> new ArrayList<>())
                                .add(Integer.valueOf(parts[2]));
                    }
                }
            }
            result.values().forEach(each -> each.values().forEach(items -> items.sort(null)));
            return result;
        }

        long count(String line) {
            return printed().filter(line::equals).count();
        }

        private Stream<String> printed() {
            return workers.stream().flatMap(each -> each.printed().stream());
        }

        void killTheBlockedOne() {
            await("blocked run of " + namespace).atMost(LONGEST_WAIT).until(() -> count("run: blocked") == 1);
            await("other runs of " + namespace)
                    .atMost(LONGEST_WAIT)
                    .until(() -> count("run: crashing 0") == 1 && count("run: crashing 2") == 1);
            for (ProgramProcess each : workers) {
                if (each.printed().contains("run: blocked")) {
                    each.close();
                }
            }
        }

        @Override
        public void close() {
            for (ProgramProcess each : workers) {
                each.close();
            }
            registry.close();
            center.close();
        }
    }
}
