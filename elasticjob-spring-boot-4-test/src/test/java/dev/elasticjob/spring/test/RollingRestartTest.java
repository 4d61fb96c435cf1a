package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.spring.test.process.RecordingApplication;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two applications are replaced one after the other while a job fires each second; every run is counted. */
class RollingRestartTest extends ZookeeperTest {

    private static final int ITEMS = 4;

    @TempDir
    Path directory;

    private final List<JavaProcess> processes = new ArrayList<>();

    @AfterEach
    void endProcesses() {
        processes.forEach(JavaProcess::close);
    }

    private JavaProcess startAndAwaitRuns(String name) throws IOException {
        Path record = directory.resolve(name + ".runs");
        JavaProcess process = new JavaProcess(
                directory.resolve(name + ".log"),
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
    void nothing_is_lost_and_nothing_doubled() throws Exception {
        JavaProcess first = startAndAwaitRuns("first");
        Instant from = Instant.now();
        JavaProcess second = startAndAwaitRuns("second");
        first.terminate();
        JavaProcess third = startAndAwaitRuns("third");
        second.terminate();
        JavaProcess fourth = startAndAwaitRuns("fourth");
        Instant to = Instant.now().minusSeconds(2);
        third.terminate();
        fourth.terminate();

        Map<String, Integer> counted = new TreeMap<>();
        allLines().forEach(line -> counted.merge(line, 1, Integer::sum));
        Map<String, Integer> expected = new LinkedHashMap<>();
        for (Instant each = Instant.ofEpochSecond(from.getEpochSecond() + 1);
                each.isBefore(to);
                each = each.plusSeconds(1)) {
            for (int item = 0; item < ITEMS; item++) {
                expected.put("begin " + each + " " + item, 1);
                expected.put("end " + each + " " + item, 1);
            }
        }
        assertThat(expected).as("some seconds, however fast processes start").hasSizeGreaterThan(2 * ITEMS);
        assertThat(counted).containsAllEntriesOf(expected);
        assertThat(counted.values()).as("each line is there once: %s", counted).containsOnly(1);
        assertThat(counted.keySet()).noneMatch(line -> line.startsWith("interrupted"));
    }
}
