package dev.elasticjob.api;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Items that an instance starts together, as passed to listeners. */
public final class ShardingContexts {

    private final String taskId;
    private final String jobName;
    private final int shardingTotalCount;
    private final String jobParameter;
    private final Map<Integer, String> shardingItemParameters;

    /** Creates the contexts. A null parameter counts as empty. */
    public ShardingContexts(
            String taskId,
            String jobName,
            int shardingTotalCount,
            String jobParameter,
            Map<Integer, String> shardingItemParameters) {
        this.jobName = Objects.requireNonNull(jobName, "jobName of ShardingContexts must not be null");
        this.taskId = Objects.requireNonNull(
                taskId, () -> "taskId of ShardingContexts of job '" + jobName + "' must not be null");
        this.shardingTotalCount = shardingTotalCount;
        this.jobParameter = Objects.requireNonNullElse(jobParameter, "");
        Map<Integer, String> parameters = new TreeMap<>();
        shardingItemParameters.forEach(
                (item, parameter) -> parameters.put(item, Objects.requireNonNullElse(parameter, "")));
        this.shardingItemParameters = Collections.unmodifiableMap(parameters);
    }

    /**
     * Creates the contexts; compatible with ElasticJob 3.0.
     *
     * @param jobEventSamplingCount ignored: event sampling was a feature of ElasticJob-Cloud
     */
    public ShardingContexts(
            String taskId,
            String jobName,
            int shardingTotalCount,
            String jobParameter,
            Map<Integer, String> shardingItemParameters,
            int jobEventSamplingCount) {
        this(taskId, jobName, shardingTotalCount, jobParameter, shardingItemParameters);
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

    /** Returns the items that are started together in ascending order, each with its parameter or an empty text. */
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
