package dev.elasticjob.spi;

import java.util.Objects;

/**
 * A process that takes part in a job.
 *
 * @param jobInstanceId unique among all instances there ever were
 * @param serverIp the address it registered; several instances may share one
 */
public record JobInstance(String jobInstanceId, String serverIp) implements Comparable<JobInstance> {

    public JobInstance {
        Objects.requireNonNull(jobInstanceId);
        Objects.requireNonNull(serverIp);
    }

    public String getJobInstanceId() {
        return jobInstanceId;
    }

    public String getServerIp() {
        return serverIp;
    }

    @Override
    public int compareTo(JobInstance other) {
        return jobInstanceId.compareTo(other.jobInstanceId);
    }
}
