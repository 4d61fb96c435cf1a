package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final int HISTORIES = Integer.getInteger("simulation.histories", 10_000);
    private static final long FIRST_SEED = Long.getLong("simulation.seed", 1);

    @Test
    void no_history_breaks_an_invariant() {
        Optional<Simulation.Result> broken = LongStream.range(FIRST_SEED, FIRST_SEED + HISTORIES)
                .parallel()
                .mapToObj(Simulation::run)
                .filter(result -> result.violation().isPresent())
                .findAny();
        assertThat(broken).as(() -> Simulate.tellShortest(broken.orElseThrow())).isEmpty();
    }

    @Test
    void the_same_seed_makes_the_same_history() {
        assertThat(Simulation.trace(7, Set.of()).history())
                .isEqualTo(Simulation.trace(7, Set.of()).history());
    }
}
