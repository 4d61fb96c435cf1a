package dev.elasticjob.api;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Context of the item that the code of a job runs. */
public final class ShardingContext {

    private final String jobName;
    private final String taskId;
    private final int shardingTotalCount;
    private final String jobParameter;
    private final int shardingItem;
    private final String shardingParameter;
    private final Run run;

    /**
     * Run that an item belongs to.
     *
     * @param source reason of the run
     * @param scheduledAt fire time; empty for one-off and manual runs
     * @param attempt 1, plus 1 for each time that the run failed over from a lost instance
     * @param fencingToken token that increases with every run of an item, over all instances: a store that remembers the highest token
     *         can reject late writes of an abandoned run
     * @param cancelled returns whether the run has been requested to stop
     */
    public record Run(
            RunSource source,
            Optional<Instant> scheduledAt,
            int attempt,
            long fencingToken,
            BooleanSupplier cancelled) {

        public Run {
            Objects.requireNonNull(source);
            Objects.requireNonNull(scheduledAt);
            Objects.requireNonNull(cancelled);
        }
    }

    /** Creates a context for tests of jobs: a first, manual run that is never cancelled. A null parameter counts as empty. */
    public ShardingContext(
            String jobName,
            String taskId,
            int shardingTotalCount,
            String jobParameter,
            int shardingItem,
            String shardingParameter) {
        this(
                jobName,
                taskId,
                shardingTotalCount,
                jobParameter,
                shardingItem,
                shardingParameter,
                new Run(RunSource.MANUAL_TRIGGER, Optional.empty(), 1, 0, () -> false));
    }

    public ShardingContext(
            String jobName,
            String taskId,
            int shardingTotalCount,
            String jobParameter,
            int shardingItem,
            String shardingParameter,
            Run run) {
        this.jobName = Objects.requireNonNull(jobName, "jobName of a ShardingContext must not be null");
        this.taskId = Objects.requireNonNull(
                taskId, () -> "taskId of a ShardingContext of job '" + jobName + "' must not be null");
        this.shardingTotalCount = shardingTotalCount;
        this.jobParameter = Objects.requireNonNullElse(jobParameter, "");
        this.shardingItem = shardingItem;
        this.shardingParameter = Objects.requireNonNullElse(shardingParameter, "");
        this.run =
                Objects.requireNonNull(run, () -> "run of a ShardingContext of job '" + jobName + "' must not be null");
    }

    public String getJobName() {
        return jobName;
    }

    /** Returns the task id, {@code job@-@0,1@-@READY@-@ip@-@pid}: the same for all items that an instance starts together. */
    public String getTaskId() {
        return taskId;
    }

    /** Returns the total number of items of this run. Items of runs with different totals never run at the same time. */
    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    /** Returns the parameter of the job; empty if there is none. */
    public String getJobParameter() {
        return jobParameter;
    }

    /** Returns the item, from 0 to the total number minus 1. */
    public int getShardingItem() {
        return shardingItem;
    }

    /** Returns the parameter of the item; empty if there is none. */
    public String getShardingParameter() {
        return shardingParameter;
    }

    public RunSource getSource() {
        return run.source();
    }

    /** Returns the fire time; empty for one-off and manual runs. */
    public Optional<Instant> getScheduledAt() {
        return run.scheduledAt();
    }

    /** Returns the attempt: 1, plus 1 for each time that this run failed over from a lost instance. */
    public int getAttempt() {
        return run.attempt();
    }

    /** Returns the fencing token of the run, see {@link Run#fencingToken()}. */
    public long getFencingToken() {
        return run.fencingToken();
    }

    /**
     * Returns whether the run should stop: the application is shutting down, or the registry connection is lost and another instance may
     * soon run this item. The thread is interrupted as well. Code that loops without blocking should call this method.
     */
    public boolean isCancelled() {
        return run.cancelled().getAsBoolean();
    }

    @Override
    public String toString() {
        return "ShardingContext(jobName=" + jobName + ", taskId=" + taskId + ", shardingTotalCount="
                + shardingTotalCount + ", jobParameter=" + jobParameter + ", shardingItem=" + shardingItem
                + ", shardingParameter=" + shardingParameter + ", source=" + run.source() + ", scheduledAt="
                + run.scheduledAt().map(Instant::toString).orElse("") + ", attempt=" + run.attempt()
                + ", fencingToken=" + run.fencingToken() + ")";
    }
}
