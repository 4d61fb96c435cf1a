package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Cluster;
import dev.elasticjob.chaos.fault.Fault.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Which fault follows which, without end. The same seed and the same faults make the same plan. */
public final class Plan {

    /** Quiet between two faults, so that it can be seen whether everything runs again. */
    private static final int LEAST_CALM_MILLIS = 9000;

    private static final int MOST_CALM_MILLIS = 13000;
    private static final double BESIDE = 0.3;

    private final List<Fault> faults;
    private final Random random;
    private final List<Fault> deck = new ArrayList<>();

    /** One fault, with the chance it takes. */
    record Part(Fault fault, int victim, long seed, Duration delay) {}

    /** One fault, or two at the same time, and the calm afterwards. */
    record Step(List<Part> parts, Duration calm) {

        Step {
            parts = List.copyOf(parts);
        }
    }

    public Plan(List<Fault> faults, long seed) {
        this.faults = List.copyOf(faults);
        random = new Random(seed);
    }

    /** Whether every fault has come as often as every other. */
    boolean isRoundOver() {
        return deck.isEmpty();
    }

    /** All faults come once before any comes again. */
    private Fault draw() {
        if (deck.isEmpty()) {
            deck.addAll(faults);
            Collections.shuffle(deck, random);
        }
        return deck.remove(deck.size() - 1);
    }

    Step next() {
        Part first = part(draw(), -1, 0);
        List<Part> parts = new ArrayList<>(List.of(first));
        if (random.nextDouble() < BESIDE && first.fault.scope() != Scope.MEMBERS) {
            Fault other = draw();
            if (mayGoTogether(first.fault, other)) {
                parts.add(part(other, first.victim, 3000));
            } else {
                deck.add(other);
            }
        }
        return new Step(parts, Duration.ofMillis(random.nextInt(LEAST_CALM_MILLIS, MOST_CALM_MILLIS)));
    }

    private static boolean mayGoTogether(Fault one, Fault other) {
        Set<Scope> both = EnumSet.of(one.scope(), other.scope());
        return !both.contains(Scope.MEMBERS)
                // The worker with the clock is one of those.
                && !both.equals(EnumSet.of(Scope.WORKER, Scope.WORKER_WITH_CLOCK))
                && (both.size() == 2 || both.contains(Scope.WORKER));
    }

    /** @param taken a worker that another fault has */
    private Part part(Fault fault, int taken, int mostDelay) {
        int victim = fault.scope() == Scope.WORKER_WITH_CLOCK ? Cluster.USUAL - 1 : random.nextInt(Cluster.USUAL);
        if (victim == taken && fault.scope() == Scope.WORKER) {
            victim = (victim + 1) % Cluster.USUAL;
        }
        return new Part(fault, victim, random.nextLong(), Duration.ofMillis(random.nextInt(mostDelay + 1)));
    }
}
