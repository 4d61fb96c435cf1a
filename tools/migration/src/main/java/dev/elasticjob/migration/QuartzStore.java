package dev.elasticjob.migration;

import dev.elasticjob.migration.ImportedJob.Schedule;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;

/** The JDBC job store of Quartz 2, which is only read. */
final class QuartzStore {

    private static final String UTC = "UTC";
    private static final int STORED_BLOCK = 10;

    private final Connection connection;
    private final String prefix;
    private final String scheduler;
    private final String timeZone;

    /**
     * @param prefix table name prefix, such as {@code QRTZ_}
     * @param scheduler scheduler whose jobs are read; all schedulers when empty
     * @param timeZone time zone of triggers stored without one; that of the processes when empty
     */
    QuartzStore(Connection connection, String prefix, String scheduler, String timeZone) {
        if (!prefix.matches("\\w*")) {
            throw new IllegalArgumentException(
                    "--table-prefix is '" + prefix + "', but may have letters, digits and _");
        }
        this.connection = connection;
        this.prefix = prefix;
        this.scheduler = scheduler;
        this.timeZone = timeZone;
    }

    private record Key(String scheduler, String group, String name) {}

    private record Job(
            Key key, String className, String description, boolean isDurable, boolean recovers, byte[] data) {}

    private record Trigger(
            Key key, String type, String state, long start, long end, String calendar, int misfire, byte[] data) {}

    private record Detail(Optional<Schedule> schedule, List<String> steps) {}

    List<ImportedJob> read() throws SQLException {
        List<ImportedJob> result = new ArrayList<>();
        for (Job job : jobs()) {
            List<Trigger> triggers = triggers(job.key());
            for (Trigger trigger : triggers) {
                result.add(imported(job, trigger, triggers.size() > 1));
            }
            if (triggers.isEmpty() && job.isDurable()) {
                result.add(settings(new ImportedJob(name(job.key())), job));
            }
        }
        return result;
    }

    private static String name(Key key) {
        return key.group().equals("DEFAULT") ? key.name() : key.group() + "." + key.name();
    }

    private ImportedJob settings(ImportedJob imported, Job job) {
        imported.set("elastic-job-class", job.className()).set("description", job.description());
        if (job.recovers()) {
            imported.set("failover", true);
        }
        data(imported, job.data());
        imported.step(
                "class " + job.className() + " implements org.quartz.Job: implement dev.elasticjob.api.SimpleJob, and"
                        + " be a Spring bean; getScheduledFireTime() of the context is"
                        + " ShardingContext.getScheduledAt()");
        return imported;
    }

    private ImportedJob imported(Job job, Trigger trigger, boolean isOneOfSeveral) throws SQLException {
        ImportedJob imported = settings(
                new ImportedJob(
                        name(job.key()) + (isOneOfSeveral ? "-" + trigger.key().name() : "")),
                job);
        if (isOneOfSeveral) {
            imported.step("the job has several triggers, and each became a job: their runs can overlap");
        }
        Detail detail = detail(trigger);
        detail.schedule().ifPresent(imported::set);
        detail.steps().forEach(imported::step);
        if (detail.schedule().isEmpty()) {
            imported.step("without a cron it is a one-off job, which runs when it is triggered");
        }
        state(imported, trigger);
        data(imported, trigger.data());
        return imported;
    }

    private static void state(ImportedJob imported, Trigger trigger) {
        if (trigger.state().startsWith("PAUSED")) {
            imported.set("disabled", true);
            imported.step("the trigger is paused: the job is disabled until an operator enables it");
        } else if (trigger.state().equals("COMPLETE") || trigger.state().equals("ERROR")) {
            imported.set("disabled", true);
            imported.step("the trigger is in state " + trigger.state()
                    + ": the job is disabled; remove it if it is not needed");
        } else if (trigger.start() > System.currentTimeMillis()) {
            imported.set("disabled", true);
            imported.step("the trigger starts at " + Instant.ofEpochMilli(trigger.start()) + ": enable the job then");
        }
        if (trigger.end() > 0) {
            imported.step(
                    "the trigger ends at " + Instant.ofEpochMilli(trigger.end()) + ": disable or remove the job then");
        }
        if (trigger.calendar() != null) {
            imported.step("the calendar '" + trigger.calendar() + "' excludes times: check them in the job's code");
        }
        boolean hasInterval = !trigger.type().equals("SIMPLE");
        if (hasInterval && trigger.misfire() == 2) {
            imported.set("misfire", false);
        } else if (trigger.misfire() == -1) {
            imported.step("misfires are ignored, so Quartz runs every missed fire: here missed fires are merged");
        }
    }

    private Detail detail(Trigger trigger) throws SQLException {
        return switch (trigger.type()) {
            case "CRON" -> cron(trigger);
            case "SIMPLE" -> simple(trigger);
            case "CAL_INT" -> calendarInterval(trigger);
            case "DAILY_I" -> dailyInterval(trigger);
            default -> unmapped("the trigger is of type " + trigger.type() + ", which no cron expression means");
        };
    }

    private static Detail mapped(String cron, String zone, String... steps) {
        return new Detail(Optional.of(new Schedule(cron, zone)), List.of(steps));
    }

    private static Detail unmapped(String step) {
        return new Detail(Optional.empty(), List.of(step));
    }

    private Detail cron(Trigger trigger) throws SQLException {
        return one(trigger, "CRON_TRIGGERS", row -> {
            String zone = row.getString("TIME_ZONE_ID");
            return mapped(row.getString("CRON_EXPRESSION"), zone == null ? timeZone : zone);
        });
    }

    private Detail simple(Trigger trigger) throws SQLException {
        return one(trigger, "SIMPLE_TRIGGERS", row -> {
            long repeat = row.getLong("REPEAT_COUNT");
            long millis = row.getLong("REPEAT_INTERVAL");
            return repeat == -1
                    ? interval(millis, Instant.ofEpochMilli(trigger.start()))
                    : unmapped("the trigger fires " + (repeat + 1) + " times from "
                            + Instant.ofEpochMilli(trigger.start()) + " on, every " + millis + " ms");
        });
    }

    /** Converts an interval of elapsed time. */
    private static Detail interval(long millis, Instant anchor) {
        Optional<String> fields =
                millis % 1000 == 0 ? DayTimes.every(millis / 1000, anchor).flatMap(DayTimes::fields) : Optional.empty();
        if (fields.isEmpty()) {
            return unmapped("the trigger fires every " + millis + " ms from " + anchor
                    + " on, which no single cron expression means: choose an interval that divides a minute, an hour"
                    + " or a day");
        }
        List<String> steps = anchor.getNano() == 0
                ? List.of()
                : List.of("the trigger fires " + anchor.getNano() / 1_000_000
                        + " ms after the second, the job at the second");
        return new Detail(Optional.of(new Schedule(fields.get() + " * * ?", UTC)), steps);
    }

    private Detail calendarInterval(Trigger trigger) throws SQLException {
        return one(trigger, "SIMPROP_TRIGGERS", row -> {
            String unit = row.getString("STR_PROP_1").toUpperCase(Locale.ROOT);
            String zone = row.getString("STR_PROP_2");
            int interval = row.getInt("INT_PROP_1");
            Instant start = Instant.ofEpochMilli(trigger.start());
            switch (unit) {
                case "SECOND":
                    return interval(interval * 1000L, start);
                case "MINUTE":
                    return interval(interval * 60_000L, start);
                case "HOUR":
                    return interval(interval * 3_600_000L, start);
                default:
                    ZonedDateTime first = start.atZone(zone == null ? ZoneId.systemDefault() : ZoneId.of(zone));
                    Optional<String> cron = calendarCron(unit, interval, first);
                    if (cron.isEmpty()) {
                        return unmapped("the trigger fires every " + interval + " " + unit + " from " + first
                                + " on, which no single cron expression means");
                    }
                    List<String> steps = new ArrayList<>();
                    if (start.toEpochMilli() % 1000 != 0) {
                        steps.add("the trigger fires " + start.toEpochMilli() % 1000
                                + " ms after the second, the job at the second");
                    }
                    if (!row.getBoolean("BOOL_PROP_1")
                            && !first.getZone().getRules().isFixedOffset()) {
                        steps.add("the trigger does not preserve the hour of day where daylight saving begins and ends,"
                                + " the job does");
                    }
                    return new Detail(
                            Optional.of(new Schedule(cron.get(), first.getZone().getId())), steps);
            }
        });
    }

    private static Optional<String> calendarCron(String unit, int interval, ZonedDateTime first) {
        String time = first.getSecond() + " " + first.getMinute() + " " + first.getHour() + " ";
        boolean isInEveryMonth = first.getDayOfMonth() <= 28;
        return switch (unit) {
            case "DAY" -> interval == 1 ? Optional.of(time + "* * ?") : Optional.empty();
            case "WEEK" ->
                interval == 1
                        ? Optional.of(
                                time + "? * " + first.getDayOfWeek().name().substring(0, 3))
                        : Optional.empty();
            case "MONTH" ->
                isInEveryMonth && 12 % interval == 0
                        ? Optional.of(
                                time + first.getDayOfMonth() + " " + months(first.getMonthValue(), interval) + " ?")
                        : Optional.empty();
            case "YEAR" ->
                interval == 1 && isInEveryMonth
                        ? Optional.of(time + first.getDayOfMonth() + " " + first.getMonthValue() + " ?")
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static String months(int first, int every) {
        List<String> result = new ArrayList<>();
        for (int month = (first - 1) % every + 1; month <= 12; month += every) {
            result.add(String.valueOf(month));
        }
        return result.size() == 12 ? "*" : String.join(",", result);
    }

    private Detail dailyInterval(Trigger trigger) throws SQLException {
        return one(trigger, "SIMPROP_TRIGGERS", row -> {
            int seconds = row.getInt("INT_PROP_1")
                    * switch (row.getString("STR_PROP_1").toUpperCase(Locale.ROOT)) {
                        case "SECOND" -> 1;
                        case "MINUTE" -> 60;
                        default -> 3600;
                    };
            String days = row.getString("STR_PROP_2");
            String[] times = row.getString("STR_PROP_3").split(",");
            LocalTime first = time(times, 0);
            LocalTime last = times.length < 6 ? LocalTime.of(23, 59, 59) : time(times, 3);
            String what =
                    "every " + seconds + " s from " + first + " to " + last + " on days " + days + " (1 is Sunday)";
            if (row.getLong("LONG_PROP_1") != -1) {
                return unmapped("the trigger fires " + what + ", a limited number of times");
            }
            Optional<String> fields = DayTimes.between(first, last, seconds).fields();
            if (fields.isEmpty()) {
                return unmapped("the trigger fires " + what
                        + ", which no single cron expression means: choose a time to end at so that every hour has the"
                        + " same minutes, or make several jobs");
            }
            String onDays = days.split(",").length == 7 ? " * * ?" : " ? * " + days;
            return mapped(
                    fields.get() + onDays,
                    timeZone,
                    "Quartz does not store the time zone of this trigger and uses that of its process: run the job in"
                            + " the same zone, or set time-zone");
        });
    }

    private static LocalTime time(String[] parts, int from) {
        return LocalTime.of(
                Integer.parseInt(parts[from].strip()),
                Integer.parseInt(parts[from + 1].strip()),
                Integer.parseInt(parts[from + 2].strip()));
    }

    // ---- data ----

    /**
     * Reads the job data. Serialized objects are not deserialized, because the content of a database must not create
     * instances of arbitrary classes.
     */
    private static void data(ImportedJob imported, byte[] data) {
        if (data == null || data.length == 0) {
            return;
        }
        if (data[0] == (byte) 0xac) {
            if (!isEmptyMap(data)) {
                imported.step(
                        "the JobDataMap is not imported, because it consists of serialized objects: set what the job"
                                + " needs as job-parameter or props");
            }
            return;
        }
        Properties properties = new Properties();
        try {
            properties.load(new ByteArrayInputStream(data));
        } catch (IOException | IllegalArgumentException unreadable) {
            imported.step("the JobDataMap cannot be read: " + unreadable.getMessage());
            return;
        }
        properties.stringPropertyNames().forEach(each -> imported.props().put(each, properties.getProperty(each)));
    }

    /**
     * Returns whether a serialized map is empty. The map is the last object in the stream that writes its capacity and
     * size.
     */
    private static boolean isEmptyMap(byte[] data) {
        for (int i = data.length - STORED_BLOCK; i >= 0; i--) {
            if (data[i] == 0x77 && data[i + 1] == 0x08) {
                return data[i + 6] == 0 && data[i + 7] == 0 && data[i + 8] == 0 && data[i + 9] == 0;
            }
        }
        return false;
    }

    // ---- rows ----

    private interface Rows<T> {
        T read(ResultSet row) throws SQLException;
    }

    private <T> List<T> all(String sql, List<String> values, Rows<T> rows) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setString(i + 1, values.get(i));
            }
            List<T> result = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    result.add(rows.read(row));
                }
            }
            return result;
        }
    }

    private Detail one(Trigger trigger, String table, Rows<Detail> rows) throws SQLException {
        Key key = trigger.key();
        List<Detail> found = all(
                "SELECT * FROM " + prefix + table + " WHERE SCHED_NAME = ? AND TRIGGER_GROUP = ? AND TRIGGER_NAME = ?",
                List.of(key.scheduler(), key.group(), key.name()),
                rows);
        return found.isEmpty() ? unmapped("its row in " + prefix + table + " is missing") : found.get(0);
    }

    private List<Job> jobs() throws SQLException {
        String where = scheduler.isEmpty() ? "" : " WHERE SCHED_NAME = ?";
        return all(
                "SELECT * FROM " + prefix + "JOB_DETAILS" + where + " ORDER BY SCHED_NAME, JOB_GROUP, JOB_NAME",
                scheduler.isEmpty() ? List.of() : List.of(scheduler),
                row -> new Job(
                        new Key(row.getString("SCHED_NAME"), row.getString("JOB_GROUP"), row.getString("JOB_NAME")),
                        row.getString("JOB_CLASS_NAME"),
                        row.getString("DESCRIPTION"),
                        isTrue(row, "IS_DURABLE"),
                        isTrue(row, "REQUESTS_RECOVERY"),
                        row.getBytes("JOB_DATA")));
    }

    /** Parses a boolean, a number, or one of the characters that Quartz writes to single-character columns. */
    private static boolean isTrue(ResultSet row, String column) throws SQLException {
        String value = row.getString(column);
        return value != null && value.matches("(?i)true|t|y|1");
    }

    private List<Trigger> triggers(Key job) throws SQLException {
        return all(
                "SELECT * FROM " + prefix
                        + "TRIGGERS WHERE SCHED_NAME = ? AND JOB_GROUP = ? AND JOB_NAME = ? ORDER BY TRIGGER_GROUP,"
                        + " TRIGGER_NAME",
                List.of(job.scheduler(), job.group(), job.name()),
                row -> new Trigger(
                        new Key(job.scheduler(), row.getString("TRIGGER_GROUP"), row.getString("TRIGGER_NAME")),
                        row.getString("TRIGGER_TYPE"),
                        row.getString("TRIGGER_STATE"),
                        row.getLong("START_TIME"),
                        row.getLong("END_TIME"),
                        row.getString("CALENDAR_NAME"),
                        row.getInt("MISFIRE_INSTR"),
                        row.getBytes("JOB_DATA")));
    }
}
