package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Cluster;
import dev.elasticjob.chaos.cluster.Pause;
import dev.elasticjob.chaos.cluster.Slot;
import dev.elasticjob.witness.TriedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Faults that affect several workers at once. */
final class MemberFaults {

    private static final Duration LONGEST_EXPIRY = Duration.ofSeconds(15);

    private MemberFaults() {}

    /** Kills a worker, and starts one at another address before the session of the killed one has expired. */
    static void replace(Injected injected) {
        Slot dead = injected.victim();
        Slot other = injected.cluster().spare().get(0);
        injected.awaitSlowRun();
        dead.kill();
        injected.clear();
        other.start();
        other.awaitReady();
        injected.pause(3000, 6000);
        dead.start();
        dead.awaitReady();
        other.terminate();
        other.awaitGone();
    }

    /**
     * Starts a worker and kills the leader as soon as the new member is visible: before, during or after the leader
     * assigns the items again.
     */
    static void reshard(Injected injected) {
        Cluster cluster = injected.cluster();
        Slot joining = cluster.spare().get(0);
        joining.start();
        joining.awaitReady();
        injected.pause(0, 250);
        Slot leader = cluster.leader(TriedJob.FAST)
                .filter(each -> cluster.usual().contains(each))
                .orElse(injected.victim());
        leader.kill();
        injected.clear();
        injected.pause(1000, 8000);
        leader.start();
        leader.awaitReady();
        joining.terminate();
        joining.awaitGone();
    }

    /** Kills a worker; when its session has expired, terminates another one that may be taking over the items. */
    static void failover(Injected injected) {
        Cluster cluster = injected.cluster();
        Slot dead = injected.victim();
        List<Slot> others = new ArrayList<>(cluster.usual());
        others.remove(dead);
        Slot second = others.get(injected.between(0, others.size() - 1));
        long pid = dead.pid();
        injected.awaitSlowRun();
        dead.kill();
        Pause.until(() -> !cluster.isMember(TriedJob.SLOW, pid), LONGEST_EXPIRY);
        injected.pause(0, 300);
        second.terminate();
        injected.clear();
        second.awaitGone();
        dead.start();
        second.start();
        dead.awaitReady();
        second.awaitReady();
    }

    static void scale(Injected injected) {
        Cluster cluster = injected.cluster();
        for (int i = 0; i < 3; i++) {
            cluster.spare().forEach(each -> {
                each.start();
                injected.pause(500, 1500);
            });
            cluster.spare().forEach(Slot::awaitReady);
            injected.pause(500, 2000);
            cluster.spare().forEach(each -> {
                each.terminate();
                injected.pause(500, 1500);
            });
            cluster.spare().forEach(Slot::awaitGone);
        }
    }
}
