package dev.elasticjob.lifecycle.domain;

/** Summary of a job. */
public final class JobBriefInfo implements Comparable<JobBriefInfo> {

    /**
     * State of a job; the first that applies. In a list, the states {@code FAILING} and {@code ITEMS_DISABLED} are determined
     * for up to 100,000 items.
     */
    public enum JobStatus {
        /** The job has no instance. */
        CRASHED,
        /** All servers of the job, or all that have an instance, are disabled. */
        DISABLED,
        /** An item has no live owner. */
        SHARDING_FLAG,
        /** The last recorded run of an item failed. Jobs with {@code monitorExecution} off record no runs. */
        FAILING,
        /** An item is disabled. */
        ITEMS_DISABLED,
        OK
    }

    private final String jobName;
    private final JobStatus status;
    private final String description;
    private final String cron;
    private final int instanceCount;
    private final int shardingTotalCount;
    private final String problem;

    public JobBriefInfo(
            String jobName,
            JobStatus status,
            String description,
            String cron,
            int instanceCount,
            int shardingTotalCount,
            String problem) {
        this.jobName = jobName;
        this.status = status;
        this.description = description;
        this.cron = cron;
        this.instanceCount = instanceCount;
        this.shardingTotalCount = shardingTotalCount;
        this.problem = problem;
    }

    public String getJobName() {
        return jobName;
    }

    public JobStatus getStatus() {
        return status;
    }

    public String getDescription() {
        return description;
    }

    /** Returns the cron expression; empty for a one-off job. */
    public String getCron() {
        return cron;
    }

    public int getInstanceCount() {
        return instanceCount;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    /**
     * Returns the reason why the job is damaged in the registry, for example an invalid configuration, or an empty string.
     * Values that are unknown for this reason are empty or 0.
     */
    public String getProblem() {
        return problem;
    }

    @Override
    public int compareTo(JobBriefInfo other) {
        return jobName.compareTo(other.jobName);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobBriefInfo that
                && jobName.equals(that.jobName)
                && status == that.status
                && description.equals(that.description)
                && cron.equals(that.cron)
                && instanceCount == that.instanceCount
                && shardingTotalCount == that.shardingTotalCount
                && problem.equals(that.problem);
    }

    @Override
    public int hashCode() {
        return jobName.hashCode();
    }

    @Override
    public String toString() {
        return jobName + " " + status + " (cron '" + cron + "', " + shardingTotalCount + " items, " + instanceCount
                + " instances)" + (problem.isEmpty() ? "" : ": " + problem);
    }
}
