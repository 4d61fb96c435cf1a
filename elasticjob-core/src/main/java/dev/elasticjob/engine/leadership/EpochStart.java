package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.FUTURE_EPOCH_IS_REPLACED;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.registry.Node;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;

/** The time from which an epoch counts fires: {@link Epoch#since()}. */
final class EpochStart {

    private final JobContext job;

    EpochStart(JobContext job) {
        this.job = job;
    }

    /**
     * Returns the time from which the next epoch counts fires: the latest of the creation of the job, the edit of its schedule,
     * and the end of a period in which all servers were disabled.
     */
    Instant after(Optional<Epoch> before, boolean scheduleChanged, boolean paused) {
        if (before.isEmpty()) {
            if (job.view().isEpochUnreadable()) {
                job.reports()
                        .report(
                                "epoch",
                                "The epoch cannot be read: another program changed it. It is replaced by one that"
                                        + " counts fires from now on");
            }
            return timeOf(job.view().node(job.tree().instance(job.id())).orElseThrow());
        }
        Instant since = isPlausibleOrReport(before.get())
                ? before.get().since()
                : job.clocks().now();
        if (scheduleChanged) {
            since = later(since, timeOf(job.view().config().orElseThrow()));
        }
        if (before.get().paused() && !paused) {
            since = later(
                    since,
                    job.view().servers().stream()
                            .filter(node -> job.view().isServerEnabled(JobView.name(node)))
                            .map(this::timeOf)
                            .min(Comparator.naturalOrder())
                            .orElse(since));
        }
        return since;
    }

    /** Returns whether the epoch counts fires from a time that has come, and reports one that does not. */
    boolean check(Epoch epoch) {
        return !FUTURE_EPOCH_IS_REPLACED.holds() || isPlausibleOrReport(epoch);
    }

    private boolean isPlausibleOrReport(Epoch epoch) {
        if (!job.clocks().isImplausible(epoch.since())) {
            job.reports().clear("epoch");
            return true;
        }
        job.reports()
                .report(
                        "epoch",
                        "The epoch counts fires only after " + epoch.since()
                                + ", which lies in the future. It is replaced by one that counts them from now on");
        return false;
    }

    /**
     * Returns when a node was modified. Where the registry's clock is ahead of this machine's by more than the tolerance,
     * this is the machine's time: otherwise fires would not count before the clock shows the registry's time.
     */
    private Instant timeOf(Node node) {
        Instant clock = job.effects().now();
        boolean isAhead = node.modifiedAt().isAfter(clock.plus(job.clocks().tolerance()));
        return isAhead ? clock : node.modifiedAt();
    }

    private static Instant later(Instant a, Instant b) {
        return a.isAfter(b) ? a : b;
    }
}
