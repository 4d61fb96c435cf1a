package dev.elasticjob.engine.items;

import static dev.elasticjob.engine.rule.Rule.REQUEST_WAITS_FOR_RETRY;
import static dev.elasticjob.engine.rule.Rule.RETRIES_ARE_LIMITED;
import static dev.elasticjob.engine.rule.Rule.RETRY_OF_ANOTHER_TOTAL_IS_NOT_RUN;
import static dev.elasticjob.engine.rule.Rule.RETRY_WAITS_FOR_ITS_TIME;

import dev.elasticjob.api.Retry;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.LocalRun.Outcome;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeoutException;

/**
 * Retries of failed runs. The finish of a run that failed writes into its record when it is tried again, in the registry's time.
 * From then on the owner of the item owes the try, whoever owns it by then: the retry is part of the run, with the same id.
 *
 * <p>An owed fire supersedes a retry that has not begun. So does a run that an operator requests, unless the application
 * requested the run that failed: its requester waits for the result.
 */
public final class PendingRetries {

    /** No setting allows a longer delay; a later time cannot have been written by an instance. */
    private static final Duration LONGEST_DELAY = Duration.ofDays(7);

    private final JobContext job;

    public PendingRetries(JobContext job) {
        this.job = job;
    }

    // ---- the end of a try ----

    /** Returns when a run that has ended is tried again; empty if its end is final. */
    public Optional<Instant> nextTry(LocalRun run, Outcome outcome) {
        Retry retry = job.config().getRetry();
        boolean applies =
                run.isTimedOut() ? retry.appliesTo(new TimeoutException()) : outcome == Outcome.THREW_RETRYABLE;
        if (!applies || run.isKilled() || !run.isMonitored() || !isWithinLimit(run.tryNumber())) {
            return Optional.empty();
        }
        Duration delay = retry.delay(run.tryNumber(), job.effects().random().nextLong());
        return Optional.of(job.clocks().registryTime().plus(delay));
    }

    private boolean isWithinLimit(int tries) {
        return tries <= job.config().getRetry().max() || !RETRIES_ARE_LIMITED.holds();
    }

    // ---- what is owed ----

    /** Returns the run that is to be tried again now; if its time has not come, the job reconciles again then. */
    public Optional<RunRecord.Run> due(int item, Epoch epoch) {
        RunRecord record = job.view().record(item);
        if (record.retryAt().isEmpty() || !canEverRun(record, epoch)) {
            return Optional.empty();
        }
        Duration left =
                Duration.between(job.clocks().registryTime(), record.retryAt().get());
        boolean waits = left.compareTo(Duration.ZERO) > 0
                && left.compareTo(longestDelay(record.run().orElseThrow())) <= 0;
        if (waits && RETRY_WAITS_FOR_ITS_TIME.holds()) {
            job.needs().wakeAfter(left);
            return Optional.empty();
        }
        return record.run();
    }

    /** Returns a delay that the next try of a run cannot exceed, unless the registry's clock was set back. */
    private Duration longestDelay(RunRecord.Run failed) {
        // Randomness shortens a delay by half at most, and clocks agree within the tolerance.
        Duration longest = job.config().getRetry().delay(failed.tryNumber(), 0).multipliedBy(2);
        return longest.plus(job.clocks().tolerance());
    }

    /** Returns whether a run request waits until the retries of the item's last run have ended. */
    public boolean delayRequests(int item, Epoch epoch) {
        RunRecord record = job.view().record(item);
        return REQUEST_WAITS_FOR_RETRY.holds()
                && record.retryAt().isPresent()
                && canEverRun(record, epoch)
                && isOfApplication(record.run().orElseThrow());
    }

    private static boolean isOfApplication(RunRecord.Run run) {
        return run.scheduledAt().isEmpty() && !RunRequests.isRequestedByOperator(run.id());
    }

    /** Returns whether the retry that a record names will ever run: the total and the setting may have changed since. */
    private boolean canEverRun(RunRecord record, Epoch epoch) {
        RunRecord.Run run = record.run().orElseThrow();
        boolean sameTotal = run.total() == epoch.total() || !RETRY_OF_ANOTHER_TOTAL_IS_NOT_RUN.holds();
        return epoch.monitorExecution()
                && sameTotal
                && isWithinLimit(run.tryNumber())
                && !job.clocks().isBeyond(record.retryAt().orElseThrow(), LONGEST_DELAY);
    }

    /** Returns the record of an owned item without its retry, if that will never run, and reports it. */
    public Optional<RunRecord> takeDropped(int item) {
        Optional<Epoch> epoch = job.view().epoch().filter(Epoch::open);
        RunRecord record = job.view().record(item);
        if (record.retryAt().isEmpty()
                || !job.isMember()
                || epoch.isEmpty()
                || !epoch.get().monitorExecution()
                || !epoch.get().owns(job.id(), item)
                || epoch.get().total() != job.config().getShardingTotalCount()
                || canEverRun(record, epoch.get())) {
            return Optional.empty();
        }
        RunRecord.Run run = record.run().orElseThrow();
        job.reports()
                .report(
                        "retry " + item,
                        "Retry of run " + run.id() + " of item " + item
                                + " was dropped: the job's retry setting or shardingTotalCount has changed since");
        return Optional.of(record.withoutRetry());
    }

    // ---- reports ----

    /** Reports the retry that the start of another run has superseded. */
    public void reportSuperseded(LocalRun started) {
        started.before()
                .run()
                .filter(failed -> started.before().retryAt().isPresent())
                .filter(failed -> !failed.id().equals(started.runId()))
                .ifPresent(failed -> job.reports()
                        .report(
                                "retry " + started.item(),
                                "Retry of run " + failed.id() + " of item " + started.item() + " was superseded by run "
                                        + started.runId()));
    }
}
