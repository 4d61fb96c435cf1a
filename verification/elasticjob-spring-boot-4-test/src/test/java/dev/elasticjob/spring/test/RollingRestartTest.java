package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.spring.test.process.RecordingApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Replaces two applications one after the other while a job fires every second. The number of runs depends on the speed of the machine,
 * because fires that are due while it is stalled are merged; the engine's tests count them in simulated time.
 */
class RollingRestartTest extends ZookeeperTest {

    private static final int ITEMS = 4;

    @TempDir
    Path directory;

    private final List<JavaProcess> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        processes.forEach(JavaProcess::close);
    }

    private JavaProcess startAndAwaitRuns(String name) {
        Path record = directory.resolve(name + ".runs");
        JavaProcess process = new JavaProcess(
                List.of(),
                List.of(),
                RecordingApplication.class.getName(),
                List.of(
                        "--record.file=" + record,
                        "--elasticjob.reg-center.server-lists=" + servers(),
                        "--elasticjob.reg-center.namespace=" + namespace(),
                        "--elasticjob.jobs.rolling.elastic-job-class="
                                + RecordingApplication.RecordingJob.class.getName(),
                        "--elasticjob.jobs.rolling.cron=0/1 * * * * ?",
                        "--elasticjob.jobs.rolling.sharding-total-count=" + ITEMS));
        processes.add(process);
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            if (!process.isAlive()) {
                throw new AssertionError(process.output());
            }
            return lines(record).size() >= 4;
        });
        return process;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private List<String> allLines() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(each -> each.toString().endsWith(".runs"))
                    .flatMap(each -> lines(each).stream())
                    .toList();
        }
    }

    @Test
    void every_process_runs_items_each_run_comes_to_its_end_and_no_fire_runs_twice() throws Exception {
        JavaProcess first = startAndAwaitRuns("first");
        JavaProcess second = startAndAwaitRuns("second");
        first.terminate();
        JavaProcess third = startAndAwaitRuns("third");
        second.terminate();
        JavaProcess fourth = startAndAwaitRuns("fourth");
        third.terminate();
        fourth.terminate();

        List<String> lines = allLines();
        assertThat(lines).doesNotHaveDuplicates().noneMatch(line -> line.startsWith("interrupted"));
        assertThat(runs(lines, "begin ")).isEqualTo(runs(lines, "end "));
        assertThat(runs(lines, "begin ").stream().map(run -> run.replaceFirst(".* ", "")))
                .as("items")
                .contains("0", "1", "2", "3");
    }

    /** Returns the fire time and the item of each line with the given beginning. */
    private static Set<String> runs(List<String> lines, String what) {
        return lines.stream()
                .filter(line -> line.startsWith(what))
                .map(line -> line.substring(what.length()))
                .collect(Collectors.toSet());
    }
}
