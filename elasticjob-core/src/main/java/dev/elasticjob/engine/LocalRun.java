package dev.elasticjob.engine;

import dev.elasticjob.api.RunSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** A run of an item on this instance, from the attempt to start it until its end is recorded. */
public final class LocalRun {

    enum Phase {
        /** The start is being committed, or its outcome is not known yet. */
        STARTING,
        /** The job's code was begun. */
        RUNNING,
        /** The job's code has ended, and the record does not say so yet. */
        ENDED
    }

    /** How the job's code ended. */
    public enum Outcome {
        RETURNED,
        THREW,
        INTERRUPTED,
        /** The start was recorded, but by then it was too late to begin. */
        NEVER_BEGUN
    }

    final int item;
    final RunRecord.Run run;
    final boolean monitored;
    final boolean takenOver;
    /** The record as it was before the start. */
    final RunRecord before;

    Phase phase = Phase.STARTING;
    Outcome outcome;
    boolean committing = true;
    boolean interrupted;
    Duration interruptedAt = Duration.ZERO;
    Duration endedAt = Duration.ZERO;
    boolean takenOverMarkIsGone;
    /** Whether its mark was created, or tried to be, after it began: see {@link LateMarks}. */
    boolean markedLate;
    /** The run of the same item whose end is recorded by the start of this one. */
    Optional<LocalRun> follows = Optional.empty();

    long token;

    LocalRun(int item, RunRecord.Run run, RunRecord before, boolean monitored, boolean takenOver) {
        this.item = item;
        this.run = run;
        this.before = before;
        this.monitored = monitored;
        this.takenOver = takenOver;
    }

    void begun(long commitNumber) {
        phase = Phase.RUNNING;
        committing = false;
        token = commitNumber;
    }

    void ended(Outcome how, Duration at) {
        phase = Phase.ENDED;
        endedAt = at;
        outcome = how;
    }

    public int item() {
        return item;
    }

    /** Grows with every run of the item. */
    public long token() {
        return token;
    }

    /** Whether its start is recorded in the registry. */
    public boolean isMonitored() {
        return monitored;
    }

    public String runId() {
        return run.id();
    }

    public RunSource source() {
        return run.source();
    }

    /** Whether it goes back to an operator's request, which every instance got one of its own. */
    public boolean isAskedByOperator() {
        return run.id().startsWith(TriggerMoves.RUN_ID_PREFIX);
    }

    public Optional<Instant> scheduledAt() {
        return run.scheduledAt();
    }

    public int attempt() {
        return run.attempt();
    }

    /** Of how many items it is one. */
    public int total() {
        return run.total();
    }

    /** The instance that it was taken over from; empty when it was not. */
    public Optional<String> lostInstanceId() {
        return takenOver ? before.run().map(RunRecord.Run::instanceId) : Optional.empty();
    }

    @Override
    public String toString() {
        return "item " + item + " " + phase + (outcome == null ? "" : " " + outcome) + " run " + run.id() + " nonce "
                + run.nonce();
    }
}
