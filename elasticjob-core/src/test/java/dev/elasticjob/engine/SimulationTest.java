package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimulationTest {

    private static final int HISTORIES = Integer.getInteger("simulation.histories", 10_000);
    private static final long FIRST_SEED = Long.getLong("simulation.seed", 1);

    @Test
    void no_history_breaks_an_invariant() {
        for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
            Simulation.Result result = Simulation.run(seed);
            assertThat(result.violation())
                    .as(() -> Simulate.tellShortest(result))
                    .isEmpty();
        }
    }

    @Test
    void the_same_seed_makes_the_same_history() {
        assertThat(Simulation.trace(7, Integer.MAX_VALUE).history())
                .isEqualTo(Simulation.trace(7, Integer.MAX_VALUE).history());
    }
}
