package dev.elasticjob.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
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

    /** Values by {@link JobSetting#index()}. */
    private final Object[] values;

    /** Texts that could not be read as values, by the name of their setting. */
    private final Map<String, String> unreadable;

    private final Collection<JobExtraConfiguration> extraConfigurations;
    private final Properties props;
    /** Parsed parameters of items; null until they are needed. */
    private volatile Map<Integer, String> itemParameters;

    private JobConfiguration(Builder builder, boolean immutable) {
        jobName = builder.jobName;
        values = builder.values.clone();
        unreadable = Collections.unmodifiableMap(new TreeMap<>(builder.unreadable));
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
        return new Builder(jobName).shardingTotalCount(shardingTotalCount);
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
        return new Builder(jobName).setAll(this);
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

    /**
     * Returns the value of a setting.
     *
     * @param setting the setting, for example one of {@link JobSetting#all()}
     * @param <T> type of the value
     */
    public <T> T get(JobSetting<T> setting) {
        return valueOf(setting, values, props);
    }

    @SuppressWarnings("unchecked")
    private static <T> T valueOf(JobSetting<T> setting, Object[] values, Properties props) {
        return (T) (setting == JobSetting.PROPS ? textsOf(props) : values[setting.index()]);
    }

    private static SortedMap<String, String> textsOf(Properties props) {
        SortedMap<String, String> result = new TreeMap<>();
        props.stringPropertyNames().forEach(name -> result.put(name, props.getProperty(name)));
        return result;
    }

    /** Returns the texts that could not be read as values, by the name of their setting. */
    Map<String, String> unreadable() {
        return unreadable;
    }

    public String getJobName() {
        return jobName;
    }

    public int getShardingTotalCount() {
        return get(JobSetting.SHARDING_TOTAL_COUNT);
    }

    /** Returns the cron expression; empty for a one-off job. */
    public String getCron() {
        return get(JobSetting.CRON);
    }

    /** Returns the time zone of the cron expression; empty for the time zone of the process. */
    public String getTimeZone() {
        return get(JobSetting.TIME_ZONE);
    }

    public String getShardingItemParameters() {
        return get(JobSetting.SHARDING_ITEM_PARAMETERS);
    }

    /** Returns the parameters by item, for the items that have one. */
    public Map<Integer, String> itemParameters() {
        Map<Integer, String> parsed = itemParameters;
        if (parsed == null) {
            parsed = ItemParameters.parse(getShardingItemParameters()).values();
            itemParameters = parsed;
        }
        return parsed;
    }

    public String getJobParameter() {
        return get(JobSetting.JOB_PARAMETER);
    }

    public boolean isMonitorExecution() {
        return get(JobSetting.MONITOR_EXECUTION);
    }

    public boolean isFailover() {
        return get(JobSetting.FAILOVER);
    }

    public boolean isMisfire() {
        return get(JobSetting.MISFIRE);
    }

    public int getMaxTimeDiffSeconds() {
        return get(JobSetting.MAX_TIME_DIFF_SECONDS);
    }

    public int getReconcileIntervalMinutes() {
        return get(JobSetting.RECONCILE_INTERVAL_MINUTES);
    }

    /** Returns the configured type; empty stands for {@link #DEFAULT_SHARDING_STRATEGY_TYPE}. */
    public String getJobShardingStrategyType() {
        return get(JobSetting.JOB_SHARDING_STRATEGY_TYPE);
    }

    /** Returns the configured type; empty stands for {@link #DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE}. */
    public String getJobExecutorThreadPoolSizeProviderType() {
        return get(JobSetting.JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE);
    }

    /** Returns the configured type; empty stands for {@link #DEFAULT_ERROR_HANDLER_TYPE}. */
    public String getJobErrorHandlerType() {
        return get(JobSetting.JOB_ERROR_HANDLER_TYPE);
    }

    public List<String> getJobListenerTypes() {
        return get(JobSetting.JOB_LISTENER_TYPES);
    }

    /** Returns the extra configurations. The collection can be modified until a job is started with this configuration. */
    public Collection<JobExtraConfiguration> getExtraConfigurations() {
        return extraConfigurations;
    }

    public String getDescription() {
        return get(JobSetting.DESCRIPTION);
    }

    /** Returns the properties. They can be modified until a job is started with this configuration. */
    public Properties getProps() {
        return props;
    }

    /** Returns the limit of one run of one item, from the start of its code; zero for no limit. */
    public Duration getTimeout() {
        return get(JobSetting.TIMEOUT);
    }

    /** Returns how long interrupted code may take to end after a timeout or a kill before {@link #getOnStubborn()} applies. */
    public Duration getKillGrace() {
        return get(JobSetting.KILL_GRACE);
    }

    /** Returns what happens to an item whose code does not end after it was interrupted. */
    public OnStubborn getOnStubborn() {
        return get(JobSetting.ON_STUBBORN);
    }

    /** Returns when a failed item is tried again; {@link Retry#NONE} for never. */
    public Retry getRetry() {
        return get(JobSetting.RETRY);
    }

    public boolean isDisabled() {
        return get(JobSetting.DISABLED);
    }

    public boolean isOverwrite() {
        return get(JobSetting.OVERWRITE);
    }

    public String getLabel() {
        return get(JobSetting.LABEL);
    }

    public boolean isStaticSharding() {
        return get(JobSetting.STATIC_SHARDING);
    }

    /** Returns the settings without the values of properties, some of which are secrets. */
    @Override
    public String toString() {
        return "JobConfiguration(jobName=" + jobName + ", shardingTotalCount=" + getShardingTotalCount() + ", cron="
                + getCron() + ", timeZone=" + getTimeZone() + ", monitorExecution=" + isMonitorExecution()
                + ", failover="
                + isFailover() + ", misfire=" + isMisfire() + ", props=" + props.stringPropertyNames() + ")";
    }

    /** Collects settings. A null text counts as not set. */
    public static final class Builder {

        private final String jobName;
        private final Object[] values =
                JobSetting.all().stream().map(JobSetting::defaultValue).toArray();
        private final Map<String, String> unreadable = new TreeMap<>();
        private final Collection<JobExtraConfiguration> extraConfigurations = new ArrayList<>();
        private final Properties props = new Properties();

        private Builder(String jobName) {
            this.jobName = jobName == null ? "" : jobName;
        }

        /**
         * Sets a setting.
         *
         * @param setting the setting, for example one of {@link JobSetting#all()}
         * @param value the value; null for the default
         * @param <T> type of the value
         */
        public <T> Builder set(JobSetting<T> setting, T value) {
            T normalized = setting.normalized(value);
            if (setting == JobSetting.PROPS) {
                props.clear();
                props.putAll((Map<?, ?>) normalized);
            } else {
                values[setting.index()] = normalized;
            }
            unreadable.remove(setting.name());
            return this;
        }

        /**
         * Returns the value that a setting has until now.
         *
         * @param setting the setting
         * @param <T> type of the value
         */
        public <T> T get(JobSetting<T> setting) {
            return valueOf(setting, values, props);
        }

        /** Sets all settings, properties and extra configurations to those of another configuration. Only the job's name is kept. */
        public Builder setAll(JobConfiguration other) {
            System.arraycopy(other.values, 0, values, 0, values.length);
            unreadable.clear();
            unreadable.putAll(other.unreadable);
            extraConfigurations.clear();
            extraConfigurations.addAll(other.extraConfigurations);
            props.clear();
            props.putAll(other.props);
            return this;
        }

        /**
         * Sets a setting from a text. A text that cannot be read is reported by {@link #build()} and by
         * {@link JobConfiguration#problems()}.
         *
         * @param setting the setting
         * @param text the text of the value; empty or null for the default
         */
        public Builder setText(JobSetting<?> setting, String text) {
            setRead(setting, text == null ? "" : text);
            return this;
        }

        private <T> void setRead(JobSetting<T> setting, String text) {
            try {
                set(setting, setting.read(text));
            } catch (IllegalArgumentException malformed) {
                set(setting, setting.defaultValue());
                unreadable.put(setting.name(), text);
            }
        }

        public Builder shardingTotalCount(int shardingTotalCount) {
            return set(JobSetting.SHARDING_TOTAL_COUNT, shardingTotalCount);
        }

        /** Sets the schedule of the job, a cron expression in the syntax of Quartz. A job without it is a one-off job. */
        public Builder cron(String cron) {
            return set(JobSetting.CRON, cron);
        }

        /** Sets the time zone of the cron expression: a region ({@code Asia/Shanghai}) or an offset ({@code GMT+08:00}). */
        public Builder timeZone(String timeZone) {
            return set(JobSetting.TIME_ZONE, timeZone);
        }

        /** Sets the parameters of items, {@code 0=A,1=B}. Items may be omitted. */
        public Builder shardingItemParameters(String shardingItemParameters) {
            return set(JobSetting.SHARDING_ITEM_PARAMETERS, shardingItemParameters);
        }

        /** Sets the parameter of the job, which is passed to its code unchanged. */
        public Builder jobParameter(String jobParameter) {
            return set(JobSetting.JOB_PARAMETER, jobParameter);
        }

        /**
         * Sets whether each run is recorded in the registry. Without records an item may run on two instances at the same time, and there
         * is no failover. Disable it only for idempotent jobs whose runs are short and frequent.
         */
        public Builder monitorExecution(boolean monitorExecution) {
            return set(JobSetting.MONITOR_EXECUTION, monitorExecution);
        }

        /** Sets whether another instance takes over the run of an item if the instance that runs it is lost. */
        public Builder failover(boolean failover) {
            return set(JobSetting.FAILOVER, failover);
        }

        /**
         * Sets whether a fire that was due while the item was still running is made up for. Several such fires are made up for by one
         * run.
         */
        public Builder misfire(boolean misfire) {
            return set(JobSetting.MISFIRE, misfire);
        }

        /** Sets the maximum difference between the clocks of an instance and the registry, checked at start; -1 disables the check. */
        public Builder maxTimeDiffSeconds(int maxTimeDiffSeconds) {
            return set(JobSetting.MAX_TIME_DIFF_SECONDS, maxTimeDiffSeconds);
        }

        /**
         * Sets how often the engine reads its complete state again, regardless of notifications; below 1 selects the interval of the
         * engine.
         */
        public Builder reconcileIntervalMinutes(int reconcileIntervalMinutes) {
            return set(JobSetting.RECONCILE_INTERVAL_MINUTES, reconcileIntervalMinutes);
        }

        public Builder jobShardingStrategyType(String jobShardingStrategyType) {
            return set(JobSetting.JOB_SHARDING_STRATEGY_TYPE, jobShardingStrategyType);
        }

        public Builder jobExecutorThreadPoolSizeProviderType(String jobExecutorThreadPoolSizeProviderType) {
            return set(JobSetting.JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE, jobExecutorThreadPoolSizeProviderType);
        }

        public Builder jobErrorHandlerType(String jobErrorHandlerType) {
            return set(JobSetting.JOB_ERROR_HANDLER_TYPE, jobErrorHandlerType);
        }

        public Builder jobListenerTypes(String... jobListenerTypes) {
            return set(
                    JobSetting.JOB_LISTENER_TYPES, jobListenerTypes == null ? null : Arrays.asList(jobListenerTypes));
        }

        public Builder addExtraConfigurations(JobExtraConfiguration extraConfiguration) {
            extraConfigurations.add(Objects.requireNonNull(extraConfiguration));
            return this;
        }

        public Builder description(String description) {
            return set(JobSetting.DESCRIPTION, description);
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

        /**
         * Sets the limit of one run of one item, from the start of its code. Then the code is interrupted, and the run counts as failed.
         *
         * @param timeout 100 ms to 30 days, or zero for no limit
         */
        public Builder timeout(Duration timeout) {
            return set(JobSetting.TIMEOUT, timeout);
        }

        /** Sets the same from a text, {@code 30s}, {@code 1h30m} or {@code PT30S}. */
        public Builder timeout(String timeout) {
            return setText(JobSetting.TIMEOUT, timeout);
        }

        /**
         * Sets how long interrupted code may take to end after a timeout or a kill before {@link #onStubborn(OnStubborn)} applies, at
         * most one day.
         */
        public Builder killGrace(Duration killGrace) {
            return set(JobSetting.KILL_GRACE, killGrace);
        }

        /** Sets the same from a text, {@code 30s}, {@code 1m30s} or {@code PT30S}. */
        public Builder killGrace(String killGrace) {
            return setText(JobSetting.KILL_GRACE, killGrace);
        }

        /** Sets what happens to an item whose code does not end within {@code killGrace} after it was interrupted. */
        public Builder onStubborn(OnStubborn onStubborn) {
            return set(JobSetting.ON_STUBBORN, onStubborn);
        }

        /** Sets when a failed item is tried again, for example {@code Retry.exponential(5, "10s", "10m")}. */
        public Builder retry(Retry retry) {
            return set(JobSetting.RETRY, retry);
        }

        /** Sets whether a server that registers for the first time is disabled until an operator enables it. */
        public Builder disabled(boolean disabled) {
            return set(JobSetting.DISABLED, disabled);
        }

        /** Sets whether these settings replace those in the registry, once, when the process starts. */
        public Builder overwrite(boolean overwrite) {
            return set(JobSetting.OVERWRITE, overwrite);
        }

        public Builder label(String label) {
            return set(JobSetting.LABEL, label);
        }

        /** Sets whether an item stays assigned to its instance for the lifetime of that instance. */
        public Builder staticSharding(boolean staticSharding) {
            return set(JobSetting.STATIC_SHARDING, staticSharding);
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
