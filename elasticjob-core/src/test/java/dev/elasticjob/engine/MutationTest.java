package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulator bites: it finds mistakes that were made on purpose in the decision code. */
class MutationTest {

    private static final int MOST_HISTORIES = Integer.getInteger("mutation.histories", 20_000);
    private static final int HISTORIES_WITHOUT_MISTAKE = 200;

    /** What the simulator says of a mutant. */
    private record Found(long seed, String violation) {}

    private static final Map<String, String> SOURCES = MutatedSimulation.sources();
    private static final Map<Mutant, Future<Optional<Found>>> SEARCHES = new HashMap<>();
    private static final ThreadLocal<MutatedSimulation.Compiler> COMPILER =
            ThreadLocal.withInitial(MutatedSimulation.Compiler::new);
    private static ExecutorService threads;

    @BeforeAll
    static void search_for_all_mutants_at_once() {
        threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        for (Mutant mutant : mutants()) {
            SEARCHES.put(mutant, threads.submit(() -> search(mutant)));
        }
    }

    @AfterAll
    static void stop() {
        threads.shutdownNow();
        SEARCHES.clear();
    }

    static List<Mutant> mutants() {
        return Mutants.all();
    }

    private static Optional<Found> search(Mutant mutant) throws ReflectiveOperationException {
        MutatedSimulation simulation = COMPILER.get().compile(mutant.applyTo(SOURCES));
        for (long seed = 1; seed <= MOST_HISTORIES; seed++) {
            long number = seed;
            Optional<String> violation = mutant.script()
                    .map(script -> simulation.play(script, number))
                    .orElseGet(() -> simulation.run(number));
            if (violation.isPresent()) {
                return Optional.of(new Found(seed, violation.get()));
            }
        }
        return Optional.empty();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void the_simulator_finds_that(Mutant mutant) throws Exception {
        Optional<Found> found = SEARCHES.get(mutant).get();
        assertThat(found)
                .as("no history of %d breaks an invariant", MOST_HISTORIES)
                .isPresent();
        System.out.println("found that " + mutant + ": seed " + found.get().seed() + " breaks "
                + found.get().violation());
        assertThat(found.get().violation())
                .as("the invariant that seed %d breaks", found.get().seed())
                .matches(
                        violation -> mutant.finds().stream().anyMatch(violation::startsWith),
                        "is of " + mutant.finds());
    }

    @Test
    void the_simulator_finds_nothing_without_a_mistake() throws ReflectiveOperationException {
        MutatedSimulation simulation = new MutatedSimulation.Compiler().compile(SOURCES);
        for (long seed = 1; seed <= HISTORIES_WITHOUT_MISTAKE; seed++) {
            assertThat(simulation.run(seed)).as("seed %d", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(SimScript.class)
    void a_script_breaks_nothing_without_a_mistake(SimScript script) {
        for (long seed = 1; seed <= HISTORIES_WITHOUT_MISTAKE; seed++) {
            List<String> history = new ArrayList<>();
            assertThat(script.play(seed, true, history))
                    .as("seed %d%n%s", seed, String.join("\n", history))
                    .isEmpty();
        }
    }

    @Test
    void a_mutant_whose_code_is_gone_says_so() {
        Mutant outdated = Mutant.of("outdated").edit("Owed.java", "no such code", "");

        assertThatThrownBy(() -> outdated.applyTo(SOURCES)).hasMessageStartingWith("Update the mutant: Owed.java");
    }

    @Test
    void a_mutant_whose_code_is_ambiguous_says_so() {
        Mutant ambiguous = Mutant.of("ambiguous").edit("Owed.java", "return", "");

        assertThatThrownBy(() -> ambiguous.applyTo(SOURCES)).hasMessageStartingWith("Update the mutant: Owed.java");
    }
}
