package dev.elasticjob.spi;

import java.util.Objects;

/**
 * A process that takes part in a job.
 *
 * @param jobInstanceId unique among all instances there ever were
 * @param serverIp the address it registered; several instances may share one
 */
public record JobInstance(String jobInstanceId, String serverIp) implements Comparable<JobInstance> {

    /** Separates the address and the process in an id. */
    public static final String DELIMITER = "@-@";

    public JobInstance {
        Objects.requireNonNull(jobInstanceId, "jobInstanceId of a JobInstance must not be null");
        Objects.requireNonNull(serverIp, () -> "serverIp of the JobInstance '" + jobInstanceId + "' must not be null");
    }

    /** For tests of sharding strategies: the address is what precedes the delimiter in the id, or the whole id. */
    public JobInstance(String jobInstanceId) {
        this(jobInstanceId, addressIn(jobInstanceId));
    }

    private static String addressIn(String jobInstanceId) {
        Objects.requireNonNull(jobInstanceId, "jobInstanceId of a JobInstance must not be null");
        int end = jobInstanceId.indexOf(DELIMITER);
        return end < 0 ? jobInstanceId : jobInstanceId.substring(0, end);
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
