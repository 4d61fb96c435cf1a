package dev.elasticjob.engine.context;

import static dev.elasticjob.engine.rule.Rule.NEW_BEGIN_CAN_BE_INTERRUPTED;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A run of an item on this instance, from the attempt to start it until its end is recorded. */
public final class LocalRun {

    /** How far a run has come on this instance. */
    public enum Phase {
        /** The start is being committed, or its outcome is not known yet. */
        STARTING,
        /** The job's code is running. */
        RUNNING,
        /** The job's code has ended, and the record does not say so yet. */
        ENDED
    }

    /** How the job's code ended. */
    public enum Outcome {
        RETURNED,
        THREW,
        INTERRUPTED,
        /** The start was recorded, but too late for the code to begin. */
        NEVER_BEGUN
    }

    private final int item;
    private final RunRecord.Run run;
    private final RunRecord before;
    private final boolean monitored;
    private final boolean failedOver;

    private Phase phase = Phase.STARTING;
    private Outcome outcome;
    private boolean committing = true;
    private boolean interrupted;
    private Duration interruptedAt = Duration.ZERO;
    private Duration endedAt = Duration.ZERO;
    private boolean failoverMarkGone;
    private boolean markedLate;
    private Optional<LocalRun> previous = Optional.empty();
    private long token;

    /**
     * Creates a run whose start is being committed.
     *
     * @param before the record of the item before the start
     * @param monitored whether the start is recorded
     * @param failedOver whether the run was lost on another instance
     */
    public LocalRun(int item, RunRecord.Run run, RunRecord before, boolean monitored, boolean failedOver) {
        this.item = item;
        this.run = run;
        this.before = before;
        this.monitored = monitored;
        this.failedOver = failedOver;
    }

    // ---- transitions ----

    /** A commit that concerns this run is sent. */
    public void committing() {
        committing = true;
    }

    /** The commit that concerns this run was answered. */
    public void answered() {
        committing = false;
    }

    /** The start is committed, and the code begins. */
    public void begun(long commitNumber) {
        phase = Phase.RUNNING;
        committing = false;
        // A run that was interrupted before its code began, and begins now after all, can be interrupted again.
        interrupted &= !NEW_BEGIN_CAN_BE_INTERRUPTED.holds();
        token = commitNumber;
    }

    /** Nothing of the code has run; the start is settled by what the registry says. */
    public void unbegun() {
        phase = Phase.STARTING;
    }

    public void ended(Outcome how, Duration at) {
        phase = Phase.ENDED;
        endedAt = at;
        outcome = how;
    }

    void interrupted(Duration at) {
        interrupted = true;
        interruptedAt = at;
    }

    /** Another program deleted the mark that shows a failover. */
    public void failoverMarkGone() {
        failoverMarkGone = true;
    }

    /** Its mark is created after it began. */
    public void markLate() {
        markedLate = true;
    }

    /** This run follows another back to back: its start records the end of that one. */
    public void follow(Optional<LocalRun> last) {
        previous = last;
    }

    // ---- queries of the engine ----

    public RunRecord.Run run() {
        return run;
    }

    public RunRecord before() {
        return before;
    }

    public Phase phase() {
        return phase;
    }

    public boolean isStarting() {
        return phase == Phase.STARTING;
    }

    public boolean isRunning() {
        return phase == Phase.RUNNING;
    }

    public boolean isEnded() {
        return phase == Phase.ENDED;
    }

    public Outcome outcome() {
        return outcome;
    }

    public boolean isCommitting() {
        return committing;
    }

    public boolean isInterrupted() {
        return interrupted;
    }

    public Duration interruptedAt() {
        return interruptedAt;
    }

    public Duration endedAt() {
        return endedAt;
    }

    public boolean isFailedOver() {
        return failedOver;
    }

    public boolean isFailoverMarkGone() {
        return failoverMarkGone;
    }

    public boolean isMarkedLate() {
        return markedLate;
    }

    /** Returns the run whose end is recorded by the start of this one. */
    public Optional<LocalRun> previous() {
        return previous;
    }

    /** Returns whether the code has ended and no commit that records this is under way. */
    public boolean isToBeRecorded() {
        return phase == Phase.ENDED && !committing;
    }

    /** Returns whether the code returned or threw, as opposed to never having run to its end. */
    public boolean isComplete() {
        return outcome == Outcome.RETURNED || outcome == Outcome.THREW;
    }

    /** Returns whether a run was requested and never began: its finish makes it a request again. */
    public boolean returnsRequest() {
        return phase == Phase.ENDED
                && outcome == Outcome.NEVER_BEGUN
                && !failedOver
                && run.scheduledAt().isEmpty();
    }

    /** Returns the state that a record has after this end; empty for a run that never began. */
    public Optional<RunRecord.State> endState() {
        return switch (outcome) {
            case RETURNED -> Optional.of(RunRecord.State.DONE);
            case THREW -> Optional.of(RunRecord.State.FAILED);
            case INTERRUPTED -> Optional.of(RunRecord.State.ABANDONED);
            case NEVER_BEGUN -> Optional.empty();
        };
    }

    /** Returns the end that is reported to the requester. */
    public Optional<RunEnd> end() {
        return endState().flatMap(RunEnd::of);
    }

    // ---- for the code that runs items ----

    public int item() {
        return item;
    }

    /** Returns the fencing token, which grows with every run of the item. */
    public long token() {
        return token;
    }

    /** Returns whether the start is recorded in the registry. */
    public boolean isMonitored() {
        return monitored;
    }

    public String runId() {
        return run.id();
    }

    public RunSource source() {
        return run.source();
    }

    /** Returns whether an operator requested the run, from every instance separately. */
    public boolean isRequestedByOperator() {
        return RunRequests.isRequestedByOperator(run.id());
    }

    public Optional<Instant> scheduledAt() {
        return run.scheduledAt();
    }

    public int attempt() {
        return run.attempt();
    }

    /** Returns the number of items of the run. */
    public int total() {
        return run.total();
    }

    /** Returns the instance on which the run was lost; empty if it did not fail over. */
    public Optional<String> lostInstanceId() {
        return failedOver ? before.run().map(RunRecord.Run::instanceId) : Optional.empty();
    }

    @Override
    public String toString() {
        return "item " + item + " " + phase + (outcome == null ? "" : " " + outcome) + " run " + run.id() + " nonce "
                + run.nonce();
    }
}
