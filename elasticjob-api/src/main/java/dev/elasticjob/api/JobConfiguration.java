package dev.elasticjob.api;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.function.UnaryOperator;

/**
 * Settings of a job. {@link #newBuilder(String, int)} creates a builder, which validates them. Properties and extra configurations can be
 * added until a job is started with the configuration; the job uses an {@linkplain #immutableCopy() immutable copy}.
 *
 * <p>Text settings that were not set are empty, never null.
 */
public final class JobConfiguration {

    /** Strategy used if {@link #getJobShardingStrategyType()} is empty. */
    public static final String DEFAULT_SHARDING_STRATEGY_TYPE = "AVG_ALLOCATION";

    /** Thread pool size provider used if {@link #getJobExecutorThreadPoolSizeProviderType()} is empty. */
    public static final String DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE = "CPU";

    /** Error handler used if {@link #getJobErrorHandlerType()} is empty. */
    public static final String DEFAULT_ERROR_HANDLER_TYPE = "LOG";

    /**
     * Maximum {@code shardingTotalCount}. The owners of all items are stored in one node, and the items are children of another node:
     * both must fit into a message of 1 MB, the default limit of ZooKeeper.
     */
    public static final int MOST_ITEMS = 100_000;

    private final String jobName;
    private final int shardingTotalCount;
    private final String cron;
    private final String timeZone;
    private final String shardingItemParameters;
    private final String jobParameter;
    private final boolean monitorExecution;
    private final boolean failover;
    private final boolean misfire;
    private final int maxTimeDiffSeconds;
    private final int reconcileIntervalMinutes;
    private final String jobShardingStrategyType;
    private final String jobExecutorThreadPoolSizeProviderType;
    private final String jobErrorHandlerType;
    private final List<String> jobListenerTypes;
    private final Collection<JobExtraConfiguration> extraConfigurations;
    private final String description;
    private final Properties props;
    private final boolean disabled;
    private final boolean overwrite;
    private final String label;
    private final boolean staticSharding;

    private JobConfiguration(Builder builder, boolean immutable) {
        jobName = builder.jobName;
        shardingTotalCount = builder.shardingTotalCount;
        cron = builder.cron;
        timeZone = builder.timeZone;
        shardingItemParameters = builder.shardingItemParameters;
        jobParameter = builder.jobParameter;
        monitorExecution = builder.monitorExecution;
        failover = builder.failover;
        misfire = builder.misfire;
        maxTimeDiffSeconds = builder.maxTimeDiffSeconds;
        reconcileIntervalMinutes = builder.reconcileIntervalMinutes;
        jobShardingStrategyType = builder.jobShardingStrategyType;
        jobExecutorThreadPoolSizeProviderType = builder.jobExecutorThreadPoolSizeProviderType;
        jobErrorHandlerType = builder.jobErrorHandlerType;
        jobListenerTypes = List.copyOf(builder.jobListenerTypes);
        description = builder.description;
        disabled = builder.disabled;
        overwrite = builder.overwrite;
        label = builder.label;
        staticSharding = builder.staticSharding;
        extraConfigurations =
                immutable ? List.copyOf(builder.extraConfigurations) : new ArrayList<>(builder.extraConfigurations);
        props = immutable ? JobProperties.closedCopyOf(builder.props) : JobProperties.openCopyOf(builder.props);
    }

    /**
     * Creates a builder.
     *
     * @param jobName identity of the job; its node in the registry has this name
     * @param shardingTotalCount number of items of the job
     * @return a builder with default settings
     */
    public static Builder newBuilder(String jobName, int shardingTotalCount) {
        return new Builder(jobName, shardingTotalCount);
    }

    /**
     * Returns the configuration of an annotated class.
     *
     * @param jobClass class with the annotation {@link ElasticJobConfiguration}
     * @return the configuration
     * @throws JobConfigurationException if the class is not annotated or a setting is invalid
     */
    public static JobConfiguration fromAnnotation(Class<?> jobClass) {
        return fromAnnotation(jobClass, UnaryOperator.identity());
    }

    /**
     * Returns the configuration of an annotated class after replacing placeholders such as {@code ${my.cron}}.
     *
     * @param jobClass class with the annotation {@link ElasticJobConfiguration}
     * @param texts applied to every text of the annotation
     * @return the configuration
     * @throws JobConfigurationException if the class is not annotated or a setting is invalid
     */
    public static JobConfiguration fromAnnotation(Class<?> jobClass, UnaryOperator<String> texts) {
        return AnnotatedConfiguration.read(jobClass, texts);
    }

    /** Returns a builder with all settings of this configuration. */
    public Builder toBuilder() {
        Builder copy = new Builder(jobName, shardingTotalCount);
        copy.cron = cron;
        copy.timeZone = timeZone;
        copy.shardingItemParameters = shardingItemParameters;
        copy.jobParameter = jobParameter;
        copy.monitorExecution = monitorExecution;
        copy.failover = failover;
        copy.misfire = misfire;
        copy.maxTimeDiffSeconds = maxTimeDiffSeconds;
        copy.reconcileIntervalMinutes = reconcileIntervalMinutes;
        copy.jobShardingStrategyType = jobShardingStrategyType;
        copy.jobExecutorThreadPoolSizeProviderType = jobExecutorThreadPoolSizeProviderType;
        copy.jobErrorHandlerType = jobErrorHandlerType;
        copy.jobListenerTypes = jobListenerTypes;
        copy.extraConfigurations.addAll(extraConfigurations);
        copy.description = description;
        copy.props.putAll(props);
        copy.disabled = disabled;
        copy.overwrite = overwrite;
        copy.label = label;
        copy.staticSharding = staticSharding;
        return copy;
    }

    /** Returns a copy of the current settings to which nothing can be added. */
    public JobConfiguration immutableCopy() {
        return new JobConfiguration(toBuilder(), true);
    }

    /**
     * Returns all problems of these settings. Settings that {@link Builder#build()} returned only have problems of severity
     * {@link ConfigurationProblem.Severity#NO_EFFECT}.
     */
    public List<ConfigurationProblem> problems() {
        return ConfigurationRules.problemsOf(this);
    }

    public String getJobName() {
        return jobName;
    }

    public int getShardingTotalCount() {
        return shardingTotalCount;
    }

    /** Returns the cron expression; empty for a one-off job. */
    public String getCron() {
        return cron;
    }

    /** Returns the time zone of the cron expression; empty for the time zone of the process. */
    public String getTimeZone() {
        return timeZone;
    }

    public String getShardingItemParameters() {
        return shardingItemParameters;
    }

    /** Returns the parameters by item, for the items that have one. */
    public Map<Integer, String> itemParameters() {
        return ItemParameters.parse(shardingItemParameters).values();
    }

    public String getJobParameter() {
        return jobParameter;
    }

    public boolean isMonitorExecution() {
        return monitorExecution;
    }

    public boolean isFailover() {
        return failover;
    }

    public boolean isMisfire() {
        return misfire;
    }

    public int getMaxTimeDiffSeconds() {
        return maxTimeDiffSeconds;
    }

    public int getReconcileIntervalMinutes() {
        return reconcileIntervalMinutes;
    }

    /** Returns the configured type; empty stands for {@link #DEFAULT_SHARDING_STRATEGY_TYPE}. */
    public String getJobShardingStrategyType() {
        return jobShardingStrategyType;
    }

    /** Returns the configured type; empty stands for {@link #DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE}. */
    public String getJobExecutorThreadPoolSizeProviderType() {
        return jobExecutorThreadPoolSizeProviderType;
    }

    /** Returns the configured type; empty stands for {@link #DEFAULT_ERROR_HANDLER_TYPE}. */
    public String getJobErrorHandlerType() {
        return jobErrorHandlerType;
    }

    public List<String> getJobListenerTypes() {
        return jobListenerTypes;
    }

    /** Returns the extra configurations. The collection can be modified until a job is started with this configuration. */
    public Collection<JobExtraConfiguration> getExtraConfigurations() {
        return extraConfigurations;
    }

    public String getDescription() {
        return description;
    }

    /** Returns the properties. They can be modified until a job is started with this configuration. */
    public Properties getProps() {
        return props;
    }

    public boolean isDisabled() {
        return disabled;
    }

    public boolean isOverwrite() {
        return overwrite;
    }

    public String getLabel() {
        return label;
    }

    public boolean isStaticSharding() {
        return staticSharding;
    }

    /** Returns the settings without the values of properties, some of which are secrets. */
    @Override
    public String toString() {
        return "JobConfiguration(jobName=" + jobName + ", shardingTotalCount=" + shardingTotalCount + ", cron=" + cron
                + ", timeZone=" + timeZone + ", monitorExecution=" + monitorExecution + ", failover=" + failover
                + ", misfire=" + misfire + ", props=" + props.stringPropertyNames() + ")";
    }

    /** Collects settings. A null text counts as not set. */
    public static final class Builder {

        private final String jobName;
        private int shardingTotalCount;
        private String cron = "";
        private String timeZone = "";
        private String shardingItemParameters = "";
        private String jobParameter = "";
        private boolean monitorExecution = true;
        private boolean failover;
        private boolean misfire = true;
        private int maxTimeDiffSeconds = -1;
        private int reconcileIntervalMinutes = 10;
        private String jobShardingStrategyType = "";
        private String jobExecutorThreadPoolSizeProviderType = "";
        private String jobErrorHandlerType = "";
        private Collection<String> jobListenerTypes = List.of();
        private final Collection<JobExtraConfiguration> extraConfigurations = new ArrayList<>();
        private String description = "";
        private final Properties props = new Properties();
        private boolean disabled;
        private boolean overwrite;
        private String label = "";
        private boolean staticSharding;

        private Builder(String jobName, int shardingTotalCount) {
            this.jobName = text(jobName);
            this.shardingTotalCount = shardingTotalCount;
        }

        private static String text(String value) {
            return value == null ? "" : value;
        }

        public Builder shardingTotalCount(int shardingTotalCount) {
            this.shardingTotalCount = shardingTotalCount;
            return this;
        }

        /** Sets the schedule of the job, a cron expression in the syntax of Quartz. A job without it is a one-off job. */
        public Builder cron(String cron) {
            this.cron = text(cron).strip();
            return this;
        }

        /** Sets the time zone of the cron expression: a region ({@code Asia/Shanghai}) or an offset ({@code GMT+08:00}). */
        public Builder timeZone(String timeZone) {
            this.timeZone = text(timeZone).strip();
            return this;
        }

        /** Sets the parameters of items, {@code 0=A,1=B}. Items may be omitted. */
        public Builder shardingItemParameters(String shardingItemParameters) {
            this.shardingItemParameters = text(shardingItemParameters);
            return this;
        }

        /** Sets the parameter of the job, which is passed to its code unchanged. */
        public Builder jobParameter(String jobParameter) {
            this.jobParameter = text(jobParameter);
            return this;
        }

        /**
         * Sets whether each run is recorded in the registry. Without records an item may run on two instances at the same time, and there
         * is no failover. Disable it only for idempotent jobs whose runs are short and frequent.
         */
        public Builder monitorExecution(boolean monitorExecution) {
            this.monitorExecution = monitorExecution;
            return this;
        }

        /** Sets whether another instance takes over the run of an item if the instance that runs it is lost. */
        public Builder failover(boolean failover) {
            this.failover = failover;
            return this;
        }

        /**
         * Sets whether a fire that was due while the item was still running is made up for. Several such fires are made up for by one
         * run.
         */
        public Builder misfire(boolean misfire) {
            this.misfire = misfire;
            return this;
        }

        /** Sets the maximum difference between the clocks of an instance and the registry, checked at start; -1 disables the check. */
        public Builder maxTimeDiffSeconds(int maxTimeDiffSeconds) {
            this.maxTimeDiffSeconds = maxTimeDiffSeconds;
            return this;
        }

        /**
         * Sets how often the engine reads its complete state again, regardless of notifications; below 1 selects the interval of the
         * engine.
         */
        public Builder reconcileIntervalMinutes(int reconcileIntervalMinutes) {
            this.reconcileIntervalMinutes = reconcileIntervalMinutes;
            return this;
        }

        public Builder jobShardingStrategyType(String jobShardingStrategyType) {
            this.jobShardingStrategyType = text(jobShardingStrategyType);
            return this;
        }

        public Builder jobExecutorThreadPoolSizeProviderType(String jobExecutorThreadPoolSizeProviderType) {
            this.jobExecutorThreadPoolSizeProviderType = text(jobExecutorThreadPoolSizeProviderType);
            return this;
        }

        public Builder jobErrorHandlerType(String jobErrorHandlerType) {
            this.jobErrorHandlerType = text(jobErrorHandlerType);
            return this;
        }

        public Builder jobListenerTypes(String... jobListenerTypes) {
            this.jobListenerTypes = jobListenerTypes == null
                    ? List.of()
                    : Arrays.stream(jobListenerTypes).filter(Objects::nonNull).toList();
            return this;
        }

        public Builder addExtraConfigurations(JobExtraConfiguration extraConfiguration) {
            extraConfigurations.add(Objects.requireNonNull(extraConfiguration));
            return this;
        }

        public Builder description(String description) {
            this.description = text(description);
            return this;
        }

        public Builder setProperty(String key, String value) {
            Objects.requireNonNull(key, "key");
            if (value == null) {
                props.remove(key);
            } else {
                props.setProperty(key, value);
            }
            return this;
        }

        /** Sets whether a server that registers for the first time is disabled until an operator enables it. */
        public Builder disabled(boolean disabled) {
            this.disabled = disabled;
            return this;
        }

        /** Sets whether these settings replace those in the registry, once, when the process starts. */
        public Builder overwrite(boolean overwrite) {
            this.overwrite = overwrite;
            return this;
        }

        public Builder label(String label) {
            this.label = text(label);
            return this;
        }

        /** Sets whether an item stays assigned to its instance for the lifetime of that instance. */
        public Builder staticSharding(boolean staticSharding) {
            this.staticSharding = staticSharding;
            return this;
        }

        /**
         * Validates the settings and creates the configuration.
         *
         * @return the configuration
         * @throws JobConfigurationException if settings are invalid or unwise; the message lists all of them
         */
        public JobConfiguration build() {
            JobConfiguration result = new JobConfiguration(this, false);
            List<ConfigurationProblem> problems = result.problems().stream()
                    .filter(ConfigurationProblem::isRejectedInCode)
                    .toList();
            if (!problems.isEmpty()) {
                throw new JobConfigurationException(problems);
            }
            return result;
        }

        /**
         * Creates a configuration without validation, for settings from another source, such as a registry.
         * {@link JobConfiguration#problems()} returns the problems.
         */
        public JobConfiguration buildUnchecked() {
            return new JobConfiguration(this, false);
        }
    }
}
