package dev.elasticjob.api;

import dev.elasticjob.api.ConfigurationProblem.Severity;
import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.CronSyntaxException;
import dev.elasticjob.cron.TimeZones;
import dev.elasticjob.spi.ExtensionModules;
import dev.elasticjob.spi.Extensions;
import dev.elasticjob.spi.JobErrorHandler;
import dev.elasticjob.spi.JobExecutorThreadPoolSizeProvider;
import dev.elasticjob.spi.JobShardingStrategy;
import dev.elasticjob.spi.TypedSPI;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Validation rules for configurations. */
final class ConfigurationRules {

    /** Maximum number of reported mistakes per setting. */
    private static final int MOST_MISTAKES = 20;

    private static final int NANOS_PER_MILLI = 1_000_000;

    private static final int LONGEST_NAME = 200;

    /** Names that ZooKeeper uses itself if the namespace is the root. */
    private static final Set<String> RESERVED_NAMES = Set.of("zookeeper");

    private static final String ID_SEPARATOR = "@-@";

    private final JobConfiguration config;
    private final List<ConfigurationProblem> problems = new ArrayList<>();

    private ConfigurationRules(JobConfiguration config) {
        this.config = config;
    }

    static List<ConfigurationProblem> problemsOf(JobConfiguration config) {
        ConfigurationRules rules = new ConfigurationRules(config);
        rules.checkName();
        JobSetting.all().stream()
                .filter(setting -> !config.unreadable().containsKey(setting.name()))
                .forEach(setting -> setting.check(rules));
        config.unreadable()
                .forEach((name, text) -> rules.checkText(JobSetting.named(name).orElseThrow(), text));
        return List.copyOf(rules.problems);
    }

    private void checkName() {
        String name = config.getJobName();
        String remedy = "Choose a name of letters, digits, '-', '_' or '.'";
        if (name.isBlank()) {
            wrong("jobName", name, "it is empty", remedy);
        } else if (!name.equals(name.strip())) {
            wrong("jobName", name, "it has blanks around it", remedy);
        } else if (name.equals(".") || name.equals("..") || RESERVED_NAMES.contains(name)) {
            wrong("jobName", name, "this name is reserved", remedy);
        } else if (name.contains("/")) {
            wrong("jobName", name, "it names a node of the registry and cannot contain '/'", remedy);
        } else if (name.contains(ID_SEPARATOR)) {
            wrong("jobName", name, "'" + ID_SEPARATOR + "' separates the parts of a task's id", remedy);
        } else if (name.length() > LONGEST_NAME) {
            wrong("jobName", name, "it has " + name.length() + " characters, more than " + LONGEST_NAME, remedy);
        } else {
            name.chars()
                    .filter(ConfigurationRules::isIllegalInPath)
                    .findFirst()
                    .ifPresent(
                            c -> wrong("jobName", name, String.format("it contains the character U+%04X", c), remedy));
        }
    }

    private static boolean isIllegalInPath(int c) {
        return c <= 0x1f || c >= 0x7f && c <= 0x9f || c >= 0xd800 && c <= 0xf8ff || c >= 0xfff0;
    }

    void checkTotal() {
        if (config.getShardingTotalCount() < 1) {
            wrong(
                    "shardingTotalCount",
                    String.valueOf(config.getShardingTotalCount()),
                    "a job has at least one item",
                    "Set it to 1 or more");
        } else if (config.getShardingTotalCount() > JobConfiguration.MOST_ITEMS) {
            wrong(
                    "shardingTotalCount",
                    String.valueOf(config.getShardingTotalCount()),
                    "a job has at most " + JobConfiguration.MOST_ITEMS
                            + " items, because one node of the registry holds the owners of all of them",
                    "Set it to " + JobConfiguration.MOST_ITEMS + " or less");
        }
    }

    void checkTimeZone() {
        try {
            zone();
        } catch (IllegalArgumentException unknown) {
            wrong(
                    "timeZone",
                    config.getTimeZone(),
                    unknown.getMessage(),
                    "Use a region such as Asia/Shanghai or an offset such as GMT+08:00");
        }
    }

    private ZoneId zone() {
        return config.getTimeZone().isEmpty() ? ZoneId.systemDefault() : TimeZones.parse(config.getTimeZone());
    }

    /** Returns a time zone for the check of the cron, which is checked even if the time zone is unknown. */
    private ZoneId knownZone() {
        try {
            return zone();
        } catch (IllegalArgumentException reportedSeparately) {
            return ZoneId.systemDefault();
        }
    }

    void checkCron() {
        if (config.getCron().isEmpty()) {
            return;
        }
        try {
            if (CronExpression.parse(config.getCron())
                    .next(Instant.now(), knownZone())
                    .isEmpty()) {
                wrong(
                        "cron",
                        config.getCron(),
                        "it never fires again",
                        "Check its days, months and years, or leave it out for a one-off job");
            }
        } catch (CronSyntaxException malformed) {
            wrong(
                    "cron",
                    config.getCron(),
                    malformed.getMessage(),
                    "Write seconds, minutes, hours, day of month, month, day of week and perhaps a year,"
                            + " such as '0/5 * * * * ?'");
        }
    }

    void checkItemParameters() {
        String text = config.getShardingItemParameters();
        ItemParameters parsed = ItemParameters.parse(text);
        String remedy = "Write item=value pairs with commas between them, such as '0=Beijing,1=Shanghai'";
        parsed.mistakes().stream()
                .limit(MOST_MISTAKES)
                .forEach(mistake -> wrong("shardingItemParameters", text, mistake, remedy));
        int total = config.getShardingTotalCount();
        List<Integer> beyond = parsed.values().keySet().stream()
                .filter(item -> total >= 1 && item >= total)
                .limit(MOST_MISTAKES)
                .toList();
        if (!beyond.isEmpty()) {
            unwise(
                    "shardingItemParameters",
                    text,
                    "there is no item " + beyond.stream().map(String::valueOf).collect(Collectors.joining(", "))
                            + ": shardingTotalCount is " + total + ", items count from 0",
                    "Remove what is too much or raise shardingTotalCount");
        }
    }

    void checkFailover() {
        if (config.isFailover() && !config.isMonitorExecution()) {
            problems.add(new ConfigurationProblem(
                    Severity.NO_EFFECT,
                    config.getJobName(),
                    "failover",
                    "true",
                    "it has no effect, because without monitorExecution runs are not recorded and a lost run"
                            + " cannot be detected",
                    "Set monitorExecution to true to have lost runs failed over, or failover to false"));
        }
    }

    void checkStrategy() {
        checkType(JobShardingStrategy.class, "jobShardingStrategyType", config.getJobShardingStrategyType());
    }

    void checkThreads() {
        checkType(
                JobExecutorThreadPoolSizeProvider.class,
                "jobExecutorThreadPoolSizeProviderType",
                config.getJobExecutorThreadPoolSizeProviderType());
    }

    void checkErrorHandler() {
        checkType(JobErrorHandler.class, "jobErrorHandlerType", config.getJobErrorHandlerType());
    }

    void checkListeners() {
        config.getJobListenerTypes().forEach(type -> checkType(ElasticJobListener.class, "jobListenerTypes", type));
    }

    /** Rejects durations outside a range. Zero is accepted if it is the default, because it stands for no limit. */
    void checkDuration(JobSetting<Duration> setting, Duration least, Duration most) {
        Duration value = config.get(setting);
        boolean isOff = value.isZero() && setting.defaultValue().isZero();
        boolean isWithin = value.compareTo(least) >= 0 && value.compareTo(most) <= 0;
        if (!isOff && (!isWithin || value.toNanosPart() % NANOS_PER_MILLI != 0)) {
            wrong(
                    setting.name(),
                    setting.format(value),
                    isWithin ? "its precision is limited to milliseconds" : "it is out of range",
                    "Set it to a duration from " + setting.format(least) + " to " + setting.format(most)
                            + (setting.defaultValue().isZero() ? ", or to 0 for none" : ""));
        }
    }

    void checkRetry() {
        Retry retry = config.getRetry();
        if (retry.isIneffective()) {
            unwise(
                    "retry",
                    retry.toString(),
                    "it excludes every exception that it would apply to, so that nothing is tried again",
                    "Exclude fewer classes, or set retry to none");
        }
        if (retry.max() > 0 && !config.isMonitorExecution()) {
            unwise(
                    "retry",
                    retry.toString(),
                    "without monitorExecution runs are not recorded, so that no failed run can be tried again",
                    "Set monitorExecution to true, or retry to none");
        }
    }

    /** Rejects properties that have the name under which the registry holds a setting: the setting would replace them. */
    void checkProps() {
        for (JobSetting<?> setting : JobSetting.all()) {
            String value = config.getProps().getProperty(setting.propertyName());
            if (setting.isStoredInProps() && value != null) {
                wrong(
                        "props." + setting.propertyName(),
                        value,
                        "this name is reserved for the setting " + setting.name(),
                        "Remove the property, and set " + setting.name() + " instead");
            }
        }
    }

    private void checkText(JobSetting<?> setting, String text) {
        try {
            setting.read(text);
        } catch (IllegalArgumentException malformed) {
            wrong(setting.name(), text, malformed.getMessage(), setting.remedy());
        }
    }

    private <T extends TypedSPI> void checkType(Class<T> kind, String setting, String type) {
        if (type.isEmpty() && kind != ElasticJobListener.class) {
            return;
        }
        if (!Extensions.isKnown(kind, type)) {
            problems.add(new ConfigurationProblem(
                    Severity.UNKNOWN_TYPE,
                    config.getJobName(),
                    setting,
                    type,
                    "no " + kind.getSimpleName() + " of this type is known; known are " + Extensions.types(kind),
                    ExtensionModules.remedy(kind, type)));
        }
    }

    private void wrong(String setting, String value, String reason, String remedy) {
        problems.add(new ConfigurationProblem(Severity.WRONG, config.getJobName(), setting, value, reason, remedy));
    }

    private void unwise(String setting, String value, String reason, String remedy) {
        problems.add(new ConfigurationProblem(Severity.UNWISE, config.getJobName(), setting, value, reason, remedy));
    }
}
