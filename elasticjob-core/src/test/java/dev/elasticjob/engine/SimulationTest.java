package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final int HISTORIES = Integer.getInteger("simulation.histories", 10_000);
    private static final long FIRST_SEED = Long.getLong("simulation.seed", 1);

    private static void run(long firstSeed, int histories) {
        Optional<Simulation.Result> broken = LongStream.range(firstSeed, firstSeed + histories)
                .parallel()
                .mapToObj(Simulation::run)
                .filter(result -> result.violation().isPresent())
                .findAny();
        assertThat(broken).as(() -> Simulate.tellShortest(broken.orElseThrow())).isEmpty();
    }

    @Test
    void no_history_of_fixed_seeds_breaks_an_invariant() {
        run(FIRST_SEED, HISTORIES / 2);
    }

    @Test
    void no_history_of_new_seeds_breaks_an_invariant() {
        long seed = new SecureRandom().nextInt(Integer.MAX_VALUE);
        System.out.println("Simulating " + HISTORIES / 5 + " histories from seed " + seed);
        run(seed, HISTORIES / 5);
    }

    @Test
    void the_same_seed_makes_the_same_history() {
        assertThat(Simulation.trace(7, Set.of()).history())
                .isEqualTo(Simulation.trace(7, Set.of()).history());
    }
}
