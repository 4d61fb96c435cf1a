package dev.elasticjob.api;

import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** What the code of a job is told about the item it runs. */
public final class ShardingContext {

    private final String jobName;
    private final String taskId;
    private final int shardingTotalCount;
    private final String jobParameter;
    private final int shardingItem;
    private final String shardingParameter;
    private final Run run;

    /**
     * The run that an item is part of.
     *
     * @param source why it runs
     * @param scheduledAt the cron instant it runs for; empty for one-off and manual runs
     * @param attempt 1, and one more for every time the same run was taken over from a lost instance
     * @param fencingToken grows with every run of an item, over all instances: a store that remembers the highest it has
     *     seen can refuse late writes of a run that was given up
     * @param cancelled answers whether the run has been asked to stop
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

    /** For tests of jobs: a first, manual run that is never cancelled. A parameter that is null counts as empty. */
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

    /** {@code job@-@0,1@-@READY@-@ip@-@pid}: the same for all items that an instance starts together. */
    public String getTaskId() {
        return taskId;
    }

    /** The number of items that this run is one of. Items of different totals never run at the same time. */
    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    /** The job's own parameter, empty when there is none. */
    public String getJobParameter() {
        return jobParameter;
    }

    /** From 0 to the total - 1. */
    public int getShardingItem() {
        return shardingItem;
    }

    /** The item's parameter, empty when it has none. */
    public String getShardingParameter() {
        return shardingParameter;
    }

    public RunSource getSource() {
        return run.source();
    }

    /** The cron instant this run is for; empty for one-off and manual runs. */
    public Optional<Instant> getScheduledAt() {
        return run.scheduledAt();
    }

    /** 1, and one more for every time this run was taken over from a lost instance. */
    public int getAttempt() {
        return run.attempt();
    }

    /** See {@link Run#fencingToken()}. */
    public long getFencingToken() {
        return run.fencingToken();
    }

    /**
     * Whether the run should stop: the application shuts down, or the registry is lost and another instance may soon run
     * this item. The thread is interrupted as well; code that loops without blocking should ask here.
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
