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

/** An endless sequence of faults. The same seed and faults produce the same plan. */
public final class Plan {

    /** Minimum time without faults between two steps, which lets the analysis detect whether every item runs again. */
    private static final int LEAST_CALM_MILLIS = 9000;

    private static final int MOST_CALM_MILLIS = 13000;
    private static final double BESIDE = 0.3;

    private final List<Fault> faults;
    private final Random random;
    private final List<Fault> deck = new ArrayList<>();

    /** One fault with its random parameters. */
    record Part(Fault fault, int victim, long seed, Duration delay) {}

    /** One fault, or two concurrent faults, followed by a time without faults. */
    record Step(List<Part> parts, Duration calm) {

        Step {
            parts = List.copyOf(parts);
        }
    }

    public Plan(List<Fault> faults, long seed) {
        this.faults = List.copyOf(faults);
        random = new Random(seed);
    }

    /** Returns whether every fault has occurred equally often. */
    boolean isRoundOver() {
        return deck.isEmpty();
    }

    /** Draws the next fault. Every fault occurs once before any fault is repeated. */
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
                // The worker with the clock may be the one that the other fault chooses.
                && !both.equals(EnumSet.of(Scope.WORKER, Scope.WORKER_WITH_CLOCK))
                && (both.size() == 2 || both.contains(Scope.WORKER));
    }

    /** @param taken index of a worker that another fault affects */
    private Part part(Fault fault, int taken, int mostDelay) {
        int victim = fault.scope() == Scope.WORKER_WITH_CLOCK ? Cluster.USUAL - 1 : random.nextInt(Cluster.USUAL);
        if (victim == taken && fault.scope() == Scope.WORKER) {
            victim = (victim + 1) % Cluster.USUAL;
        }
        return new Part(fault, victim, random.nextLong(), Duration.ofMillis(random.nextInt(mostDelay + 1)));
    }
}
