package com.dangdang.ddframe.job.config;

import com.dangdang.ddframe.job.executor.handler.JobProperties;
import com.dangdang.ddframe.job.executor.handler.JobProperties.JobPropertiesEnum;

/** The settings that all kinds of jobs have. */
public final class JobCoreConfiguration {

    private final String jobName;
    private final String cron;
    private final int shardingTotalCount;
    private final String shardingItemParameters;
    private final String jobParameter;
    private final boolean failover;
    private final boolean misfire;
    private final String description;
    private final JobProperties jobProperties;

    private JobCoreConfiguration(Builder builder) {
        jobName = builder.jobName;
        cron = builder.cron;
        shardingTotalCount = builder.shardingTotalCount;
        shardingItemParameters = builder.shardingItemParameters;
        jobParameter = builder.jobParameter;
        failover = builder.failover;
        misfire = builder.misfire;
        description = builder.description;
        jobProperties = builder.jobProperties;
    }

    public static Builder newBuilder(String jobName, String cron, int shardingTotalCount) {
        return new Builder(jobName, cron, shardingTotalCount);
    }

    public String getJobName() {
        return jobName;
    }

    public String getCron() {
        return cron;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    public String getShardingItemParameters() {
        return shardingItemParameters;
    }

    public String getJobParameter() {
        return jobParameter;
    }

    public boolean isFailover() {
        return failover;
    }

    public boolean isMisfire() {
        return misfire;
    }

    public String getDescription() {
        return description;
    }

    public JobProperties getJobProperties() {
        return jobProperties;
    }

    /** Collects the settings. A null text leaves the setting as it is. */
    public static class Builder {

        private final String jobName;
        private final String cron;
        private final int shardingTotalCount;
        private String shardingItemParameters = "";
        private String jobParameter = "";
        private boolean failover;
        private boolean misfire = true;
        private String description = "";
        private final JobProperties jobProperties = new JobProperties();

        private Builder(String jobName, String cron, int shardingTotalCount) {
            this.jobName = jobName;
            this.cron = cron;
            this.shardingTotalCount = shardingTotalCount;
        }

        /** Sets the parameters of items, {@code 0=A,1=B}. */
        public Builder shardingItemParameters(String shardingItemParameters) {
            if (shardingItemParameters != null) {
                this.shardingItemParameters = shardingItemParameters;
            }
            return this;
        }

        public Builder jobParameter(String jobParameter) {
            if (jobParameter != null) {
                this.jobParameter = jobParameter;
            }
            return this;
        }

        public Builder failover(boolean failover) {
            this.failover = failover;
            return this;
        }

        public Builder misfire(boolean misfire) {
            this.misfire = misfire;
            return this;
        }

        public Builder description(String description) {
            if (description != null) {
                this.description = description;
            }
            return this;
        }

        /** Sets one of {@link JobPropertiesEnum}; other keys are ignored. */
        public Builder jobProperties(String key, String value) {
            jobProperties.put(key, value);
            return this;
        }

        /**
         * Creates the configuration.
         *
         * @throws IllegalArgumentException if the name or the cron expression is missing, or the total is below 1
         */
        public final JobCoreConfiguration build() {
            check(jobName != null && !jobName.isEmpty(), "jobName can not be empty.");
            check(cron != null && !cron.isEmpty(), "cron can not be empty.");
            check(shardingTotalCount > 0, "shardingTotalCount should larger than zero.");
            return new JobCoreConfiguration(this);
        }

        private static void check(boolean valid, String message) {
            if (!valid) {
                throw new IllegalArgumentException(message);
            }
        }
    }
}
