package dev.elasticjob.api;

import dev.elasticjob.cron.TimeZones;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Table of the settings of a job. Everything that lists settings is derived from it or compared with it by a test: the builder, the
 * annotation, the registry, the operations API, REST, Spring Boot, XML, the console and the documentation.
 *
 * <p>The job's name is not in the table, because it identifies the job and cannot be changed. Extra configurations are not in the
 * table, because they are objects of the process.
 *
 * @param <T> type of the values
 */
public final class JobSetting<T> {

    /** How values are written in forms and messages. */
    public enum Kind {
        /** A text. Settings such as durations have a text form. */
        TEXT,
        /** A whole number. */
        NUMBER,
        /** True or false. */
        SWITCH,
        /** One of {@link JobSetting#choices()}. */
        CHOICE,
        /** Several texts. */
        LIST,
        /** Texts by name. */
        PROPERTIES
    }

    /** Topic of a setting. Forms display the settings of a topic together. */
    public enum Topic {
        SCHEDULE,
        ITEMS,
        SAFETY,
        OTHER
    }

    /** Prefix of the settings that are stored below {@code props}, where readers of other engines do not reject them. */
    public static final String PROPERTY_PREFIX = "ej.";

    private static final List<JobSetting<?>> ROWS = new ArrayList<>();

    // ---- SCHEDULE ----

    public static final JobSetting<String> CRON = row("cron", SettingType.STRIPPED, "", Topic.SCHEDULE)
            .omittedWhenEmpty()
            .annotatedBy(ElasticJobConfiguration::cron)
            .checkedBy((rules, self) -> rules.checkCron())
            .comparedAs(cron -> cron.replaceAll("\\s+", " "))
            .means("Schedule of the job as a cron expression. A job without it is a one-off job.");

    public static final JobSetting<String> TIME_ZONE = row("timeZone", SettingType.STRIPPED, "", Topic.SCHEDULE)
            .omittedWhenEmpty()
            .annotatedBy(ElasticJobConfiguration::timeZone)
            .checkedBy((rules, self) -> rules.checkTimeZone())
            .comparedAs(JobSetting::zone)
            .means("Time zone of the cron expression: a region or an offset; the time zone of the process if empty.");

    public static final JobSetting<Boolean> MISFIRE = row("misfire", SettingType.SWITCH, true, Topic.SCHEDULE)
            .annotatedBy(ElasticJobConfiguration::misfire)
            .means("Whether a fire that was due while the item was still running is made up for, once.");

    // ---- ITEMS ----

    public static final JobSetting<Integer> SHARDING_TOTAL_COUNT = row(
                    "shardingTotalCount", SettingType.NUMBER, 0, Topic.ITEMS)
            .annotatedBy(ElasticJobConfiguration::shardingTotalCount)
            .checkedBy((rules, self) -> rules.checkTotal())
            .required()
            .means("Number of items of the job.");

    public static final JobSetting<String> SHARDING_ITEM_PARAMETERS = row(
                    "shardingItemParameters", SettingType.TEXT, "", Topic.ITEMS)
            .annotatedBy(ElasticJobConfiguration::shardingItemParameters)
            .checkedBy((rules, self) -> rules.checkItemParameters())
            .comparedAs(text -> ItemParameters.parse(text).values())
            .means("Parameters of items: 0=A,1=B.");

    public static final JobSetting<String> JOB_PARAMETER = row("jobParameter", SettingType.TEXT, "", Topic.ITEMS)
            .annotatedBy(ElasticJobConfiguration::jobParameter)
            .means("Parameter that is passed to the job's code unchanged.");

    public static final JobSetting<String> JOB_SHARDING_STRATEGY_TYPE = type(
                    "jobShardingStrategyType", JobConfiguration.DEFAULT_SHARDING_STRATEGY_TYPE, Topic.ITEMS)
            .annotatedBy(ElasticJobConfiguration::jobShardingStrategyType)
            .checkedBy((rules, self) -> rules.checkStrategy())
            .means("Strategy that assigns items to instances; AVG_ALLOCATION if empty.");

    public static final JobSetting<Boolean> STATIC_SHARDING = row(
                    "staticSharding", SettingType.SWITCH, false, Topic.ITEMS)
            .annotatedBy(ElasticJobConfiguration::staticSharding)
            .means("Whether an item stays assigned to its instance for the lifetime of that instance.");

    // ---- SAFETY ----

    public static final JobSetting<Boolean> FAILOVER = row("failover", SettingType.SWITCH, false, Topic.SAFETY)
            .annotatedBy(ElasticJobConfiguration::failover)
            .checkedBy((rules, self) -> rules.checkFailover())
            .means("Whether another instance takes over the run of an item if its instance is lost.");

    public static final JobSetting<Boolean> MONITOR_EXECUTION = row(
                    "monitorExecution", SettingType.SWITCH, true, Topic.SAFETY)
            .annotatedBy(ElasticJobConfiguration::monitorExecution)
            .means("Whether each run is recorded in the registry.");

    public static final JobSetting<Integer> MAX_TIME_DIFF_SECONDS = row(
                    "maxTimeDiffSeconds", SettingType.NUMBER, -1, Topic.SAFETY)
            .annotatedBy(ElasticJobConfiguration::maxTimeDiffSeconds)
            .comparedAs(seconds -> Math.max(-1, seconds))
            .means(
                    "Maximum difference between the clocks of the instance and the registry in seconds; -1 disables the check at"
                            + " start.");

    public static final JobSetting<Integer> RECONCILE_INTERVAL_MINUTES = row(
                    "reconcileIntervalMinutes", SettingType.NUMBER, 10, Topic.SAFETY)
            .annotatedBy(ElasticJobConfiguration::reconcileIntervalMinutes)
            .comparedAs(minutes -> Math.max(0, minutes))
            .means(
                    "Interval at which the engine reads its complete state again; below 1 for the engine's own interval.");

    public static final JobSetting<Duration> TIMEOUT = row("timeout", SettingType.DURATION, Duration.ZERO, Topic.SAFETY)
            .storedInProps()
            .annotatedBy(ElasticJobConfiguration::timeout)
            .checkedBy((rules, self) -> rules.checkDuration(self, Duration.ofMillis(100), Duration.ofDays(30)))
            .means(
                    "Limit of one run of one item, from the start of its code, after which it is interrupted and counts as failed;"
                            + " 0 for no limit.");

    public static final JobSetting<Duration> KILL_GRACE = row(
                    "killGrace", SettingType.DURATION, Duration.ofSeconds(10), Topic.SAFETY)
            .storedInProps()
            .annotatedBy(ElasticJobConfiguration::killGrace)
            .checkedBy((rules, self) -> rules.checkDuration(self, Duration.ZERO, Duration.ofDays(1)))
            .means("How long interrupted code may take to end after a timeout or a kill before onStubborn applies.");

    public static final JobSetting<OnStubborn> ON_STUBBORN = row(
                    "onStubborn", SettingType.choice(OnStubborn.class), OnStubborn.HOLD, Topic.SAFETY)
            .storedInProps()
            .annotatedBy(ElasticJobConfiguration::onStubborn)
            .means(
                    "What happens to an item whose code does not end after it was interrupted: HOLD keeps the item until the code"
                            + " has ended; RELEASE lets other instances run it.");

    public static final JobSetting<Retry> RETRY = row("retry", SettingType.RETRY, Retry.NONE, Topic.SAFETY)
            .storedInProps()
            .annotatedBy(ElasticJobConfiguration::retry)
            .checkedBy((rules, self) -> rules.checkRetry())
            .means(
                    "When a failed item is tried again: none, 'fixed 3 30s' or 'exponential 5 10s 10m', optionally followed by"
                            + " only-on or not-on and class names of exceptions.");

    public static final JobSetting<String> JOB_ERROR_HANDLER_TYPE = type(
                    "jobErrorHandlerType", JobConfiguration.DEFAULT_ERROR_HANDLER_TYPE, Topic.SAFETY)
            .annotatedBy(ElasticJobConfiguration::jobErrorHandlerType)
            .checkedBy((rules, self) -> rules.checkErrorHandler())
            .means("Handler of exceptions of the job's code; LOG if empty.");

    public static final JobSetting<String> JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE = type(
                    "jobExecutorThreadPoolSizeProviderType",
                    JobConfiguration.DEFAULT_THREAD_POOL_SIZE_PROVIDER_TYPE,
                    Topic.SAFETY)
            .annotatedBy(ElasticJobConfiguration::jobExecutorThreadPoolSizeProviderType)
            .checkedBy((rules, self) -> rules.checkThreads())
            .means("Provider of the number of items that run at the same time in this process; CPU if empty.");

    // ---- OTHER ----

    public static final JobSetting<String> DESCRIPTION = row("description", SettingType.TEXT, "", Topic.OTHER)
            .annotatedBy(ElasticJobConfiguration::description)
            .means("Description for operators.");

    public static final JobSetting<String> LABEL = row("label", SettingType.TEXT, "", Topic.OTHER)
            .omittedWhenEmpty()
            .annotatedBy(ElasticJobConfiguration::label)
            .means("Label for operators.");

    public static final JobSetting<Boolean> DISABLED = row("disabled", SettingType.SWITCH, false, Topic.OTHER)
            .annotatedBy(ElasticJobConfiguration::disabled)
            .means("Whether a server that registers for the first time is disabled until an operator enables it.");

    public static final JobSetting<Boolean> OVERWRITE = row("overwrite", SettingType.SWITCH, false, Topic.OTHER)
            .annotatedBy(ElasticJobConfiguration::overwrite)
            .means("Whether these settings replace those in the registry, once, when the process starts.");

    public static final JobSetting<List<String>> JOB_LISTENER_TYPES = row(
                    "jobListenerTypes", SettingType.LIST, List.of(), Topic.OTHER)
            .omittedWhenEmpty()
            .annotatedBy(annotation -> List.of(annotation.jobListenerTypes()))
            .checkedBy((rules, self) -> rules.checkListeners())
            .means("Types of the listeners.");

    public static final JobSetting<SortedMap<String, String>> PROPS = row(
                    "props", SettingType.PROPERTIES, Collections.emptySortedMap(), Topic.OTHER)
            .omittedWhenEmpty()
            .annotatedBy(JobSetting::annotatedProps)
            .checkedBy((rules, self) -> rules.checkProps())
            .means("Properties of the job, of its kind and of its error handler.");

    private static final List<JobSetting<?>> ALL = List.copyOf(ROWS);

    private static final Map<String, JobSetting<?>> BY_NAME =
            ALL.stream().collect(Collectors.toUnmodifiableMap(JobSetting::name, Function.identity()));

    private final int index;
    private final String name;
    private final SettingType<T> type;
    private final T defaultValue;
    private final Topic topic;
    private final boolean required;
    private final boolean omittedWhenEmpty;
    private final boolean storedInProps;
    private final Function<ElasticJobConfiguration, Object> annotated;
    private final BiConsumer<ConfigurationRules, JobSetting<T>> check;
    private final Function<T, ?> comparable;
    private final String description;

    private JobSetting(Row<T> row, String description) {
        index = ROWS.size();
        name = row.name;
        type = row.type;
        defaultValue = row.defaultValue;
        topic = row.topic;
        required = row.required;
        omittedWhenEmpty = row.omittedWhenEmpty;
        storedInProps = row.storedInProps;
        annotated = Objects.requireNonNull(row.annotated);
        check = row.check;
        comparable = row.comparable;
        this.description = description;
        ROWS.add(this);
    }

    /** Returns all settings. The settings of a topic are next to each other, in the order in which forms display them. */
    public static List<JobSetting<?>> all() {
        return ALL;
    }

    /** Returns the setting with this name. */
    public static Optional<JobSetting<?>> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** Returns the name, which is also the name of the builder's method, of the annotation's element and of the REST property. */
    public String name() {
        return name;
    }

    public Kind kind() {
        return type.kind();
    }

    public Topic topic() {
        return topic;
    }

    public T defaultValue() {
        return defaultValue;
    }

    /** Returns whether the setting has no usable default. */
    public boolean isRequired() {
        return required;
    }

    /** Returns one or two sentences about the meaning. */
    public String description() {
        return description;
    }

    /** Returns the possible texts of a {@link Kind#CHOICE}; empty for other kinds. */
    public List<String> choices() {
        return type.choices();
    }

    /** Returns whether the registry holds the setting below {@code props}, as {@link #propertyName()}, instead of as a key of its own. */
    public boolean isStoredInProps() {
        return storedInProps;
    }

    /** Returns the name of the property for a setting that {@linkplain #isStoredInProps() is stored in props}. */
    public String propertyName() {
        return PROPERTY_PREFIX + name;
    }

    /** Returns whether the registry holds this value. Other values are represented by the absence of the setting. */
    public boolean isStored(T value) {
        return !storedInProps && !omittedWhenEmpty || !value.equals(defaultValue);
    }

    /**
     * Reads a value from a text. An empty text stands for the default.
     *
     * @throws IllegalArgumentException if the text is invalid; the message states reason and remedy
     */
    public T parse(String text) {
        try {
            return read(text);
        } catch (IllegalArgumentException invalid) {
            throw new IllegalArgumentException(
                    name + " is '" + text + "': " + invalid.getMessage() + ". " + type.remedy() + ".", invalid);
        }
    }

    /** As {@link #parse(String)}, with an exception that states the reason only. */
    T read(String text) {
        return text.isBlank() && type != SettingType.TEXT
                ? defaultValue
                : type.parser().apply(text);
    }

    String remedy() {
        return type.remedy();
    }

    /** Returns the text of a value. */
    public String format(T value) {
        return type.formatter().apply(value);
    }

    /** Returns the effective value, which is the same for different spellings of the same value. */
    public Object effective(JobConfiguration configuration) {
        return comparable.apply(configuration.get(this));
    }

    /** Returns the value of the annotation's element, in which a text may stand for a value of another type. */
    Object annotated(ElasticJobConfiguration annotation) {
        return annotated.apply(annotation);
    }

    void check(ConfigurationRules rules) {
        check.accept(rules, this);
    }

    T normalized(T value) {
        return value == null ? defaultValue : type.normalizer().apply(value);
    }

    int index() {
        return index;
    }

    @Override
    public String toString() {
        return name;
    }

    private static Object zone(String timeZone) {
        try {
            return timeZone.isEmpty() ? "" : TimeZones.parse(timeZone);
        } catch (IllegalArgumentException | DateTimeException unknown) {
            return timeZone;
        }
    }

    private static SortedMap<String, String> annotatedProps(ElasticJobConfiguration annotation) {
        SortedMap<String, String> result = new TreeMap<>();
        Arrays.stream(annotation.props()).forEach(prop -> result.put(prop.key(), prop.value()));
        return result;
    }

    private static <T> Row<T> row(String name, SettingType<T> type, T defaultValue, Topic topic) {
        return new Row<>(name, type, defaultValue, topic);
    }

    /** Begins the row of a type of extensions, which is stored as it was set and compared as the type that is in effect. */
    private static Row<String> type(String name, String effectiveDefault, Topic topic) {
        return row(name, SettingType.TEXT, "", topic)
                .omittedWhenEmpty()
                .comparedAs(value -> value.isEmpty() ? effectiveDefault : value);
    }

    /** Row of the table while it is written. */
    private static final class Row<T> {

        private final String name;
        private final SettingType<T> type;
        private final T defaultValue;
        private final Topic topic;
        private boolean required;
        private boolean omittedWhenEmpty;
        private boolean storedInProps;
        private Function<ElasticJobConfiguration, Object> annotated;
        private BiConsumer<ConfigurationRules, JobSetting<T>> check = (rules, self) -> {};
        private Function<T, ?> comparable = Function.identity();

        private Row(String name, SettingType<T> type, T defaultValue, Topic topic) {
            this.name = name;
            this.type = type;
            this.defaultValue = defaultValue;
            this.topic = topic;
        }

        private Row<T> required() {
            required = true;
            return this;
        }

        private Row<T> omittedWhenEmpty() {
            omittedWhenEmpty = true;
            return this;
        }

        private Row<T> storedInProps() {
            storedInProps = true;
            return this;
        }

        private Row<T> annotatedBy(Function<ElasticJobConfiguration, Object> element) {
            annotated = element;
            return this;
        }

        private Row<T> checkedBy(BiConsumer<ConfigurationRules, JobSetting<T>> rule) {
            check = rule;
            return this;
        }

        private Row<T> comparedAs(Function<T, ?> effective) {
            comparable = effective;
            return this;
        }

        private JobSetting<T> means(String description) {
            return new JobSetting<>(this, description);
        }
    }
}
