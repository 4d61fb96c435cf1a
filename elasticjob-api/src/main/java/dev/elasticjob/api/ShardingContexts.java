package dev.elasticjob.api;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The items that an instance starts together, as listeners see them. */
public final class ShardingContexts {

    private final String taskId;
    private final String jobName;
    private final int shardingTotalCount;
    private final String jobParameter;
    private final Map<Integer, String> shardingItemParameters;

    public ShardingContexts(
            String taskId,
            String jobName,
            int shardingTotalCount,
            String jobParameter,
            Map<Integer, String> shardingItemParameters) {
        this.taskId = Objects.requireNonNull(taskId);
        this.jobName = Objects.requireNonNull(jobName);
        this.shardingTotalCount = shardingTotalCount;
        this.jobParameter = Objects.requireNonNull(jobParameter);
        this.shardingItemParameters = Collections.unmodifiableMap(new TreeMap<>(shardingItemParameters));
    }

    public String getTaskId() {
        return taskId;
    }

    public String getJobName() {
        return jobName;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    public String getJobParameter() {
        return jobParameter;
    }

    /** The items started together, in ascending order, each with its parameter or an empty text. */
    public Map<Integer, String> getShardingItemParameters() {
        return shardingItemParameters;
    }

    @Override
    public String toString() {
        return "ShardingContexts(taskId=" + taskId + ", jobName=" + jobName + ", shardingTotalCount="
                + shardingTotalCount + ", jobParameter=" + jobParameter + ", shardingItemParameters="
                + shardingItemParameters + ")";
    }
}
