package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ProcessSimulationTest {

    private static final int HISTORIES = Integer.getInteger("simulation.processes", 600);

    private static void run(long firstSeed, int histories) {
        Optional<ProcessSimulation.Result> broken = LongStream.range(firstSeed, firstSeed + histories)
                .parallel()
                .mapToObj(ProcessSimulation::run)
                .filter(result -> result.violation().isPresent())
                .findAny();
        assertThat(broken)
                .as(() -> SimulateProcesses.describe(broken.orElseThrow().seed()))
                .isEmpty();
    }

    @Test
    void no_history_of_fixed_seeds_violates_a_guarantee() {
        run(1, HISTORIES);
    }

    @Test
    void no_history_of_new_seeds_violates_a_guarantee() {
        long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);
        System.out.println("Simulating " + HISTORIES / 2 + " histories of processes from seed " + seed);
        run(seed, HISTORIES / 2);
    }

    @Test
    void the_same_seed_makes_the_same_history() {
        for (long seed = 1; seed <= 10; seed++) {
            assertThat(ProcessSimulation.trace(seed).history())
                    .isEqualTo(ProcessSimulation.trace(seed).history());
        }
    }
}
