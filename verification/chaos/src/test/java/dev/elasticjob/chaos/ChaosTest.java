package dev.elasticjob.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.chaos.analysis.Report;
import dev.elasticjob.chaos.cluster.Engine;
import dev.elasticjob.chaos.cluster.Machine;
import dev.elasticjob.chaos.fault.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A short version of {@code tools/chaos} with faults that every machine supports. Its records are kept below {@code
 * target}.
 */
class ChaosTest {

    /** A seed for which some faults run concurrently, which shortens the test. */
    private static final long SEED = 163;

    @Test
    void killed_and_stopped_processes_a_lost_registry_and_an_operator_break_no_promise() throws IOException {
        List<Fault> faults = List.of(Fault.KILL, Fault.STOP, Fault.RESTART, Fault.RESHARD, Fault.OPERATOR, Fault.THROW);
        Path records = empty(Path.of("target", "records"));
        Machine plain = new Machine(List.of(), Optional.empty(), false);

        Report report = new Trial(Engine.OURS, plain, records, line -> {}).runOnce(1, faults, SEED);

        assertThat(report.broken()).as("see " + records).isEmpty();
        assertThat(report.faults()).hasSize(faults.size());
        assertThat(report.runs()).isPositive();
    }

    private static Path empty(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return directory;
    }
}
