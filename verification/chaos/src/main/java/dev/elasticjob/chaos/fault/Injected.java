package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Cluster;
import dev.elasticjob.chaos.cluster.Pause;
import dev.elasticjob.chaos.cluster.Slot;
import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.witness.TriedJob;
import java.time.Duration;
import java.util.Random;

/** A fault in progress: the processes it may use, and its randomness, which is derived from the seed. */
final class Injected {

    private final Cluster cluster;
    private final Slot victim;
    private final Random random;
    private final int number;
    private final Fault fault;
    private boolean cleared;

    Injected(Cluster cluster, Slot victim, Random random, int number, Fault fault) {
        this.cluster = cluster;
        this.victim = victim;
        this.random = random;
        this.number = number;
        this.fault = fault;
    }

    Cluster cluster() {
        return cluster;
    }

    /** Returns the worker that the fault affects. */
    Slot victim() {
        return victim;
    }

    Random random() {
        return random;
    }

    int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    void pause(int leastMillis, int mostMillis) {
        Pause.of(Duration.ofMillis(between(leastMillis, mostMillis)));
    }

    /** Waits until items of the slow job run. A run lost at this time has to be failed over. */
    void awaitSlowRun() {
        TriedJob job = TriedJob.SLOW;
        long period = job.period().toMillis();
        long sinceInstant = System.currentTimeMillis() % period;
        long wanted = between(500, (int) job.work().toMillis() - 500);
        Pause.of(Duration.ofMillis((wanted - sinceInstant + period) % period));
    }

    /** Records that from now on the engine can recover. */
    void clear() {
        cleared = true;
        cluster.chronicle().add(Kind.FAULT_CLEAR, number, fault.title());
    }

    void run() {
        cluster.chronicle().add(Kind.FAULT_BEGIN, number, fault.title());
        try {
            fault.injection().inject(this);
        } finally {
            if (!cleared) {
                clear();
            }
            cluster.chronicle().add(Kind.FAULT_END, number, fault.title());
        }
    }
}
