package dev.elasticjob.engine.runs;

import static dev.elasticjob.engine.rule.Rule.TIMEOUT_INTERRUPTS;

import dev.elasticjob.api.OnStubborn;
import dev.elasticjob.engine.context.Interruption;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Phase;
import java.time.Duration;

/**
 * Ends runs that exceed the timeout of the job, and decides about code that ignores its interruption. Time counts from the
 * beginning of the code, so that waiting for a thread does not count, and is monotonic. The mark of a run stays until its code
 * has ended, so that the next run cannot overlap with it, unless the job gives up on such code.
 */
public final class RunLimits {

    private final JobContext job;
    private final Finishes finishes;

    public RunLimits(JobContext job, Finishes finishes) {
        this.job = job;
        this.finishes = finishes;
    }

    /** Interrupts runs whose time is over, and deals with code that has ignored its interruption for too long. */
    public void enforce() {
        for (LocalRun run : job.runs().copy()) {
            if (run.isRunning() && isTimeOver(run)) {
                String limit = text(job.config().getTimeout());
                job.runs().interrupt(run, Interruption.TIMEOUT, "it exceeded its timeout of " + limit);
            }
            if (run.isRunning() && run.isEndedByLimit()) {
                waitForCode(run);
            } else if (run.isRunning() && run.isInterrupted() && job.phase() != Phase.LEAVING) {
                reportStubborn(run);
            }
        }
    }

    private boolean isTimeOver(LocalRun run) {
        Duration timeout = job.config().getTimeout();
        return TIMEOUT_INTERRUPTS.holds()
                && !timeout.isZero()
                && !run.isInterrupted()
                && run.codeBeganAt()
                        .filter(began -> job.needs().hasComeOrWake(began.plus(timeout)))
                        .isPresent();
    }

    private void waitForCode(LocalRun run) {
        Duration grace = job.config().getKillGrace();
        if (!job.needs().hasComeOrWake(run.interruptedAt().plus(grace))) {
            return;
        }
        // An instance that leaves does not wait for the code longer; its run has failed, and must not look lost then.
        boolean releases =
                job.config().getOnStubborn() == OnStubborn.RELEASE || job.runs().isDrainOver();
        job.reports()
                .report(
                        "stubborn " + run.item(),
                        "Item " + run.item() + " has not ended " + text(grace) + " after it was interrupted ("
                                + run.interruption().reason() + "). "
                                + (releases
                                        ? "Its run has failed. This process does not start it again until the code ends;"
                                                + " other instances may. Its late writes have token " + run.token()
                                        : "The item is held until the code ends; set onStubborn to RELEASE to free it"));
        if (releases) {
            finishes.giveUp(run);
        }
    }

    /** An item whose code ignores an interruption is not started here again until it ends; other instances may start it. */
    private void reportStubborn(LocalRun run) {
        Duration patience = job.settings().drainInterrupted();
        if (job.needs().hasComeOrWake(run.interruptedAt().plus(patience))) {
            job.reports()
                    .report(
                            "stubborn " + run.item(),
                            "Item " + run.item() + " has not ended " + patience.toSeconds()
                                    + " s after it was interrupted. This process does not start it again until it"
                                    + " ends; other instances may. Its late writes have token " + run.token());
        }
    }

    private static String text(Duration duration) {
        return duration.toMillis() % 1_000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }
}
