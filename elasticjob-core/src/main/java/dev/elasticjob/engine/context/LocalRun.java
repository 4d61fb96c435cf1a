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
        /** It threw, and the job's retry applies to what it threw. */
        THREW_RETRYABLE,
        INTERRUPTED,
        /** The start was recorded, but too late for the code to begin. */
        NEVER_BEGUN;

        public boolean isFailure() {
            return this == THREW || this == THREW_RETRYABLE;
        }
    }

    private final int item;
    private final RunRecord.Run run;
    private final RunRecord before;
    private final boolean monitored;
    private final boolean failedOver;

    private Phase phase = Phase.STARTING;
    private Outcome outcome;
    private boolean committing = true;
    private Optional<Interruption> interruption = Optional.empty();
    private Duration interruptedAt = Duration.ZERO;
    private Optional<Duration> codeBeganAt = Optional.empty();
    private Optional<Instant> nextTryAt = Optional.empty();
    private boolean codeGivenUp;
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
        if (NEW_BEGIN_CAN_BE_INTERRUPTED.holds()) {
            // A run that was interrupted before its code began, and begins now after all, can be interrupted again.
            interruption = Optional.empty();
        }
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

    void interrupted(Interruption why, Duration at) {
        interruption = Optional.of(why);
        interruptedAt = at;
    }

    /** The job's code has begun: its timeout counts from now on. */
    public void codeBegan(Duration at) {
        codeBeganAt = Optional.of(at);
    }

    /** The run failed and is to be tried again. */
    public void nextTry(Optional<Instant> at) {
        nextTryAt = at;
    }

    /** The code ignores its interruption, and the end of the run is recorded nevertheless. */
    public void codeGivenUp() {
        codeGivenUp = true;
    }

    /** The code that was given up has ended before the end of the run was recorded. */
    public void codeEnded() {
        codeGivenUp = false;
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
        return interruption.isPresent();
    }

    /** Returns why the run was interrupted; it was. */
    public Interruption interruption() {
        return interruption.orElseThrow();
    }

    /** Returns whether the run is ended by its timeout or an operator, and has failed therefore. */
    public boolean isEndedByLimit() {
        return interruption.filter(why -> why != Interruption.LOSS).isPresent();
    }

    public boolean isTimedOut() {
        return interruption.filter(why -> why == Interruption.TIMEOUT).isPresent();
    }

    public boolean isKilled() {
        return interruption.filter(why -> why == Interruption.KILL).isPresent();
    }

    /** Returns the monotonic time at which the job's code began; empty if it has not, or has no timeout. */
    public Optional<Duration> codeBeganAt() {
        return codeBeganAt;
    }

    public boolean isCodeGivenUp() {
        return codeGivenUp;
    }

    /** Returns the registry's time from which on the run is tried again; empty if the end is final. */
    public Optional<Instant> nextTryAt() {
        return nextTryAt;
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
        return outcome == Outcome.RETURNED || outcome.isFailure();
    }

    /** Returns whether a run was requested and never began: its finish makes it a request again. */
    public boolean returnsRequest() {
        return phase == Phase.ENDED
                && outcome == Outcome.NEVER_BEGUN
                && !failedOver
                && run.tryNumber() == 1
                && run.scheduledAt().isEmpty();
    }

    /** Returns the end that a record shows after this run; empty for a run that never began. */
    public Optional<RunRecord.End> recordedEnd() {
        return switch (outcome) {
            case RETURNED -> Optional.of(RunRecord.End.of(RunRecord.State.DONE));
            case THREW, THREW_RETRYABLE ->
                Optional.of(new RunRecord.End(
                        RunRecord.State.FAILED,
                        interruption.map(Interruption::reason).orElse(""),
                        nextTryAt));
            case INTERRUPTED -> Optional.of(RunRecord.End.of(RunRecord.State.ABANDONED));
            case NEVER_BEGUN -> Optional.empty();
        };
    }

    /** Returns the end that is reported to the requester; empty if the run is tried again. */
    public Optional<RunEnd> end() {
        return recordedEnd().filter(end -> end.retryAt().isEmpty()).flatMap(end -> RunEnd.of(end.state()));
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

    /** Returns 1, and one more for every retry. */
    public int tryNumber() {
        return run.tryNumber();
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
