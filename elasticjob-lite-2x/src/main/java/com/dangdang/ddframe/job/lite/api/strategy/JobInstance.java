package com.dangdang.ddframe.job.lite.api.strategy;

import com.dangdang.ddframe.job.util.env.IpUtils;

/** Instance of a job: a process that runs it. */
public final class JobInstance {

    private static final String DELIMITER = "@-@";

    private final String jobInstanceId;

    /** Creates the identity that 2.x would assign to this process. Instances of this product have a longer one. */
    public JobInstance() {
        this(IpUtils.getIp() + DELIMITER + ProcessHandle.current().pid());
    }

    public JobInstance(String jobInstanceId) {
        this.jobInstanceId = jobInstanceId;
    }

    public String getJobInstanceId() {
        return jobInstanceId;
    }

    /** Returns the address of the host. */
    public String getIp() {
        return jobInstanceId.substring(0, jobInstanceId.indexOf(DELIMITER));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof JobInstance instance && jobInstanceId.equals(instance.jobInstanceId);
    }

    @Override
    public int hashCode() {
        return jobInstanceId.hashCode();
    }
}
