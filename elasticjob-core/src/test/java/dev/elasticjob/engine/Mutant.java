package dev.elasticjob.engine;

import dev.elasticjob.engine.rule.Rule;
import dev.elasticjob.engine.rule.RuleSwitch;
import java.util.List;
import java.util.Optional;

/**
 * The engine without one of its rules.
 *
 * @param rule the rule that is switched off
 * @param bug what the engine does wrong without it
 * @param script the scripted history that detects it; random histories if there is none
 * @param likelySeed the random history that detected it last, which is tried first; 1 if that was one of the first
 * @param violations beginnings of the violations that prove that this bug was detected, and not another one
 */
record Mutant(Rule rule, String bug, Optional<SimScript> script, long likelySeed, List<String> violations) {

    static Mutant of(Rule rule, String bug) {
        return new Mutant(rule, bug, Optional.empty(), 1, List.of());
    }

    /** Returns this mutant, detected by a scripted history. */
    Mutant in(SimScript detectedBy) {
        return new Mutant(rule, bug, Optional.of(detectedBy), likelySeed, violations);
    }

    /** Returns this mutant with the numbers of the invariants that it violates. */
    Mutant breaks(String... invariants) {
        return new Mutant(rule, bug, script, likelySeed, List.of(invariants));
    }

    /** Returns this mutant with the seed that detected it last. Any other seed may detect it too, after a change of the engine. */
    Mutant lastDetectedBy(long seed) {
        return new Mutant(rule, bug, script, seed, violations);
    }

    /** Returns the violation that the history of a seed ends with when the rule is off. */
    Optional<String> play(long seed) {
        return RuleSwitch.without(
                rule,
                () -> script.map(each -> each.play(seed))
                        .orElseGet(() -> Simulation.run(seed).violation()));
    }

    @Override
    public String toString() {
        return bug;
    }
}
