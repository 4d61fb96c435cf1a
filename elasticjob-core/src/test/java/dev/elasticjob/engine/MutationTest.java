package dev.elasticjob.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.engine.rule.Rule;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The simulator detects every engine that lacks one of its rules. */
class MutationTest {

    private static final int MOST_HISTORIES = Integer.getInteger("mutation.histories", 20_000);
    private static final int HISTORIES_WITHOUT_BUG = 200;

    private record Detection(long seed, String violation) {}

    private static final Map<Rule, Future<Optional<Detection>>> SEARCHES = new EnumMap<>(Rule.class);
    private static ExecutorService threads;

    @BeforeAll
    static void search_for_all_mutants_at_once() {
        threads = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        for (Mutant mutant : mutants()) {
            SEARCHES.put(mutant.rule(), threads.submit(() -> search(mutant)));
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

    private static Optional<Detection> search(Mutant mutant) {
        return LongStream.concat(LongStream.of(mutant.likelySeed()), LongStream.rangeClosed(1, MOST_HISTORIES))
                .mapToObj(seed -> mutant.play(seed).map(violation -> new Detection(seed, violation)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void the_simulator_detects_that(Mutant mutant) throws Exception {
        Optional<Detection> detection = SEARCHES.get(mutant.rule()).get();
        assertThat(detection)
                .as("no history of %d violates an invariant", MOST_HISTORIES)
                .isPresent();
        System.out.println("Detected that " + mutant + ": seed "
                + detection.get().seed() + " violates " + detection.get().violation());
        assertThat(detection.get().violation())
                .as("the invariant that seed %d violates", detection.get().seed())
                .matches(
                        violation -> mutant.violations().stream().anyMatch(violation::startsWith),
                        "is one of " + mutant.violations());
    }

    @Test
    void every_rule_that_can_be_switched_off_has_one_mutant() {
        assertThat(mutants().stream().map(Mutant::rule)).containsExactlyInAnyOrder(Rule.values());
    }

    @ParameterizedTest
    @EnumSource(SimScript.class)
    void a_script_violates_nothing_with_all_rules(SimScript script) {
        LongStream.rangeClosed(1, HISTORIES_WITHOUT_BUG).parallel().forEach(seed -> {
            List<String> history = new ArrayList<>();
            assertThat(script.play(seed, true, history))
                    .as(() -> "seed " + seed + "\n" + String.join("\n", history))
                    .isEmpty();
        });
    }
}
