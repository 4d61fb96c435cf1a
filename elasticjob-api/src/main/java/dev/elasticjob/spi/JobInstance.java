package dev.elasticjob.spi;

import java.util.Objects;

/**
 * Instance: a process that is a member of a job.
 *
 * @param jobInstanceId id that is unique among all past and present instances
 * @param serverIp registered address; several instances may share one
 */
public record JobInstance(String jobInstanceId, String serverIp) implements Comparable<JobInstance> {

    /** Separates the address and the process in an instance id. */
    public static final String DELIMITER = "@-@";

    public JobInstance {
        Objects.requireNonNull(jobInstanceId, "jobInstanceId of a JobInstance must not be null");
        Objects.requireNonNull(serverIp, () -> "serverIp of the JobInstance '" + jobInstanceId + "' must not be null");
    }

    /** Creates an instance for tests of sharding strategies. The address is the part of the id before the delimiter, or the complete id. */
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
