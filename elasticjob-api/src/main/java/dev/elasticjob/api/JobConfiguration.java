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
 * The settings of a job. Built by {@link #newBuilder(String, int)} and checked there; properties and extra configurations
 * may be added until a job is started with it, which takes an {@linkplain #immutableCopy() immutable copy}.
 *
 * <p>Texts that were not set are empty, never null.
 */
public final class JobConfiguration {

    /** What an empty {@link #getJobShardingStrategyType()} means. */
    public static final String DEFAULT_SHARDING_STRATEGY_TYPE = "AVG_ALLOCATION";

    /** What an empty {@link #getJobExecutorThreadPoolSizeProviderType()} means. */
    public static final String DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE = "CPU";

    /** What an empty {@link #getJobErrorHandlerType()} means. */
    public static final String DEFAULT_ERROR_HANDLER_TYPE = "LOG";

    /**
     * The largest {@code shardingTotalCount}. The owners of all items are kept in one node, and the items are children of
     * another: both fit into a message of 1 MB, which is ZooKeeper's default limit.
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
     * Begins a configuration.
     *
     * @param jobName the job's identity; a node of the registry is named after it
     * @param shardingTotalCount into how many items it is split
     */
    public static Builder newBuilder(String jobName, int shardingTotalCount) {
        return new Builder(jobName, shardingTotalCount);
    }

    /**
     * The configuration that an annotated class carries.
     *
     * @throws JobConfigurationException when it is not annotated, or a setting is wrong
     */
    public static JobConfiguration fromAnnotation(Class<?> jobClass) {
        return fromAnnotation(jobClass, UnaryOperator.identity());
    }

    /**
     * The same, with texts that stand for others replaced first, such as {@code ${my.cron}}.
     *
     * @param texts applied to every text of the annotation
     */
    public static JobConfiguration fromAnnotation(Class<?> jobClass, UnaryOperator<String> texts) {
        return AnnotatedConfiguration.read(jobClass, texts);
    }

    /** A builder with all of these settings, to change some. */
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

    /** These settings as they are now; nothing can be added to the copy. */
    public JobConfiguration immutableCopy() {
        return new JobConfiguration(toBuilder(), true);
    }

    /**
     * What is wrong with these settings, unwise, or without effect. Settings made by {@link Builder#build()} have at most
     * problems of severity {@link ConfigurationProblem.Severity#NO_EFFECT}.
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

    /** When it runs; empty for a one-off job. */
    public String getCron() {
        return cron;
    }

    /** The time zone of the cron; empty for that of the process. */
    public String getTimeZone() {
        return timeZone;
    }

    public String getShardingItemParameters() {
        return shardingItemParameters;
    }

    /** The parameters by item, for the items that have one. */
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

    /** As it was set; empty means {@link #DEFAULT_SHARDING_STRATEGY_TYPE}. */
    public String getJobShardingStrategyType() {
        return jobShardingStrategyType;
    }

    /** As it was set; empty means {@link #DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE}. */
    public String getJobExecutorThreadPoolSizeProviderType() {
        return jobExecutorThreadPoolSizeProviderType;
    }

    /** As it was set; empty means {@link #DEFAULT_ERROR_HANDLER_TYPE}. */
    public String getJobErrorHandlerType() {
        return jobErrorHandlerType;
    }

    public List<String> getJobListenerTypes() {
        return jobListenerTypes;
    }

    /** May be added to until a job is started with this configuration. */
    public Collection<JobExtraConfiguration> getExtraConfigurations() {
        return extraConfigurations;
    }

    public String getDescription() {
        return description;
    }

    /** May be added to until a job is started with this configuration. */
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

    /** Without the values of the properties: some are secrets. */
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

        /** When the job runs, in Quartz's syntax. Without it the job is a one-off job. */
        public Builder cron(String cron) {
            this.cron = text(cron).strip();
            return this;
        }

        /** The time zone of the cron: a region ({@code Asia/Shanghai}) or an offset ({@code GMT+08:00}). */
        public Builder timeZone(String timeZone) {
            this.timeZone = text(timeZone).strip();
            return this;
        }

        /** A parameter for items, {@code 0=A,1=B}; not every item needs one. */
        public Builder shardingItemParameters(String shardingItemParameters) {
            this.shardingItemParameters = text(shardingItemParameters);
            return this;
        }

        /** A parameter for the job, handed to its code as it is. */
        public Builder jobParameter(String jobParameter) {
            this.jobParameter = text(jobParameter);
            return this;
        }

        /**
         * Whether each run is recorded in the registry. Without it an item may run on two instances at once, and there is
         * no failover; for jobs that are short and frequent, and idempotent.
         */
        public Builder monitorExecution(boolean monitorExecution) {
            this.monitorExecution = monitorExecution;
            return this;
        }

        /** Whether another instance takes over the run of one that was lost in the middle. */
        public Builder failover(boolean failover) {
            this.failover = failover;
            return this;
        }

        /** Whether an instant that came while the item was still running is made up for, once. */
        public Builder misfire(boolean misfire) {
            this.misfire = misfire;
            return this;
        }

        /** How far the clock of an instance may be from the registry's; -1 for no check at start. */
        public Builder maxTimeDiffSeconds(int maxTimeDiffSeconds) {
            this.maxTimeDiffSeconds = maxTimeDiffSeconds;
            return this;
        }

        /** How often everything is read afresh, whatever was heard meanwhile; below 1 for the engine's own interval. */
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

        /** Whether a server that registers for the first time is disabled until an operator enables it. */
        public Builder disabled(boolean disabled) {
            this.disabled = disabled;
            return this;
        }

        /** Whether these settings replace those in the registry, once, when the process starts. */
        public Builder overwrite(boolean overwrite) {
            this.overwrite = overwrite;
            return this;
        }

        public Builder label(String label) {
            this.label = text(label);
            return this;
        }

        /** Whether an item stays with its instance as long as that one lives. */
        public Builder staticSharding(boolean staticSharding) {
            this.staticSharding = staticSharding;
            return this;
        }

        /**
         * Checks the settings.
         *
         * @throws JobConfigurationException with everything that is wrong or unwise
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
         * For settings that somebody else made, such as those found in a registry: they are taken as they are. Ask {@link
         * JobConfiguration#problems()}.
         */
        public JobConfiguration buildUnchecked() {
            return new JobConfiguration(this, false);
        }
    }
}
