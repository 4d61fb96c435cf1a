package com.dangdang.ddframe.job.lite.config;

import com.dangdang.ddframe.job.config.JobRootConfiguration;
import com.dangdang.ddframe.job.config.JobTypeConfiguration;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** All settings of a job. */
public final class LiteJobConfiguration implements JobRootConfiguration {

    private final JobTypeConfiguration typeConfig;
    private final boolean monitorExecution;
    private final int maxTimeDiffSeconds;
    private final int monitorPort;
    private final String jobShardingStrategyClass;
    private final int reconcileIntervalMinutes;
    private final boolean disabled;
    private final boolean overwrite;
    private final Map<String, String> settings;

    private LiteJobConfiguration(Builder builder) {
        typeConfig = builder.typeConfig;
        monitorExecution = builder.monitorExecution;
        maxTimeDiffSeconds = builder.maxTimeDiffSeconds;
        monitorPort = builder.monitorPort;
        jobShardingStrategyClass = builder.jobShardingStrategyClass;
        reconcileIntervalMinutes = builder.reconcileIntervalMinutes;
        disabled = builder.disabled;
        overwrite = builder.overwrite;
        settings = Collections.unmodifiableMap(new TreeMap<>(builder.settings));
    }

    public static Builder newBuilder(JobTypeConfiguration typeConfig) {
        return new Builder(typeConfig);
    }

    public String getJobName() {
        return typeConfig.getCoreConfig().getJobName();
    }

    public boolean isFailover() {
        return typeConfig.getCoreConfig().isFailover();
    }

    @Override
    public JobTypeConfiguration getTypeConfig() {
        return typeConfig;
    }

    public boolean isMonitorExecution() {
        return monitorExecution;
    }

    public int getMaxTimeDiffSeconds() {
        return maxTimeDiffSeconds;
    }

    public int getMonitorPort() {
        return monitorPort;
    }

    public String getJobShardingStrategyClass() {
        return jobShardingStrategyClass;
    }

    public int getReconcileIntervalMinutes() {
        return reconcileIntervalMinutes;
    }

    public boolean isDisabled() {
        return disabled;
    }

    public boolean isOverwrite() {
        return overwrite;
    }

    /** Returns the settings that 2.x did not have, see {@link Builder#setting(String, String)}. */
    public Map<String, String> getSettings() {
        return settings;
    }

    /** Collects the settings. */
    public static class Builder {

        private final JobTypeConfiguration typeConfig;
        private boolean monitorExecution = true;
        private int maxTimeDiffSeconds = -1;
        private int monitorPort = -1;
        private String jobShardingStrategyClass = "";
        private int reconcileIntervalMinutes = 10;
        private boolean disabled;
        private boolean overwrite;
        private final Map<String, String> settings = new TreeMap<>();

        private Builder(JobTypeConfiguration typeConfig) {
            this.typeConfig = typeConfig;
        }

        public Builder monitorExecution(boolean monitorExecution) {
            this.monitorExecution = monitorExecution;
            return this;
        }

        public Builder maxTimeDiffSeconds(int maxTimeDiffSeconds) {
            this.maxTimeDiffSeconds = maxTimeDiffSeconds;
            return this;
        }

        /** Sets the port of the dump service; -1 for none. */
        public Builder monitorPort(int monitorPort) {
            this.monitorPort = monitorPort;
            return this;
        }

        public Builder jobShardingStrategyClass(String jobShardingStrategyClass) {
            if (jobShardingStrategyClass != null) {
                this.jobShardingStrategyClass = jobShardingStrategyClass;
            }
            return this;
        }

        public Builder reconcileIntervalMinutes(int reconcileIntervalMinutes) {
            this.reconcileIntervalMinutes = reconcileIntervalMinutes;
            return this;
        }

        public Builder disabled(boolean disabled) {
            this.disabled = disabled;
            return this;
        }

        public Builder overwrite(boolean overwrite) {
            this.overwrite = overwrite;
            return this;
        }

        /**
         * Sets a setting that 2.x did not have: {@code timeZone}, {@code label}, {@code staticSharding}, or {@code props.} followed by
         * the name of a property.
         */
        public Builder setting(String name, String value) {
            settings.put(Objects.requireNonNull(name, "name"), Objects.requireNonNull(value, "value of " + name));
            return this;
        }

        public final LiteJobConfiguration build() {
            return new LiteJobConfiguration(this);
        }
    }
}
