package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.TimeZones;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quartz.CalendarIntervalScheduleBuilder;
import org.quartz.CronScheduleBuilder;
import org.quartz.DailyTimeIntervalScheduleBuilder;
import org.quartz.Job;
import org.quartz.JobBuilder;
import org.quartz.JobExecutionContext;
import org.quartz.JobKey;
import org.quartz.ScheduleBuilder;
import org.quartz.Scheduler;
import org.quartz.SimpleScheduleBuilder;
import org.quartz.TimeOfDay;
import org.quartz.Trigger;
import org.quartz.TriggerBuilder;
import org.quartz.TriggerUtils;
import org.quartz.impl.StdSchedulerFactory;
import org.quartz.spi.OperableTrigger;
import org.quartz.utils.ConnectionProvider;

/**
 * Imports a job store filled by Quartz on its own schema, and verifies that imported jobs fire at the times of Quartz's
 * triggers.
 */
class QuartzImportTest {

    /** A whole second, because a start with a fraction cannot be expressed by a cron expression. */
    private static final Instant START = Instant.parse("2026-03-02T07:10:05Z");

    private static final String URL = "jdbc:h2:mem:quartz-" + UUID.randomUUID();

    @TempDir
    Path directory;

    private Connection keepsDatabase;
    private Scheduler scheduler;

    /** Never executed here. */
    public static final class Report implements Job {
        @Override
        public void execute(JobExecutionContext context) {}
    }

    /** Named in the settings of the scheduler. */
    public static final class Connections implements ConnectionProvider {
        @Override
        public Connection getConnection() throws SQLException {
            return DriverManager.getConnection(URL, "sa", "");
        }

        @Override
        public void shutdown() {}

        @Override
        public void initialize() {}
    }

    @BeforeEach
    void createStore() throws Exception {
        keepsDatabase = DriverManager.getConnection(URL, "sa", "");
        try (Statement statement = keepsDatabase.createStatement();
                InputStream schema = Job.class.getResourceAsStream("/org/quartz/impl/jdbcjobstore/tables_h2.sql")) {
            // Quartz publishes a schema for H2 1.x, which supports this type.
            statement.execute("create domain IMAGE as BLOB");
            statement.execute(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
        }
        Properties settings = new Properties();
        settings.setProperty("org.quartz.scheduler.instanceName", "reports");
        settings.setProperty("org.quartz.threadPool.class", "org.quartz.simpl.SimpleThreadPool");
        settings.setProperty("org.quartz.threadPool.threadCount", "1");
        settings.setProperty("org.quartz.jobStore.class", "org.quartz.impl.jdbcjobstore.JobStoreTX");
        settings.setProperty("org.quartz.jobStore.driverDelegateClass", "org.quartz.impl.jdbcjobstore.StdJDBCDelegate");
        settings.setProperty("org.quartz.jobStore.dataSource", "store");
        settings.setProperty("org.quartz.dataSource.store.connectionProvider.class", Connections.class.getName());
        scheduler = new StdSchedulerFactory(settings).getScheduler();
    }

    @AfterEach
    void drop() throws Exception {
        scheduler.shutdown();
        try (Statement statement = keepsDatabase.createStatement()) {
            statement.execute("SHUTDOWN");
        }
    }

    private void schedule(String name, ScheduleBuilder<?> schedule) throws Exception {
        schedule(name, schedule, trigger -> trigger);
    }

    private <T extends Trigger> void schedule(
            String name, ScheduleBuilder<T> schedule, Function<TriggerBuilder<T>, TriggerBuilder<T>> more)
            throws Exception {
        scheduler.scheduleJob(
                JobBuilder.newJob(Report.class).withIdentity(name).build(),
                more.apply(TriggerBuilder.newTrigger()
                                .withIdentity(name)
                                .startAt(Date.from(START))
                                .withSchedule(schedule))
                        .build());
    }

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();

    private Map<String, ImportedJob> imported(boolean isDryRun) throws Exception {
        Import task = new Import(
                "quartz",
                directory,
                directory.resolve("jobs.yml"),
                "",
                "QRTZ_",
                "reports",
                isDryRun,
                new PrintStream(said, true, StandardCharsets.UTF_8));
        Map<String, ImportedJob> result = new LinkedHashMap<>();
        task.run(keepsDatabase).forEach(each -> result.put(each.name(), each));
        return result;
    }

    private static List<Instant> fires(ImportedJob job, Instant from, Instant to) {
        CronExpression cron = CronExpression.parse((String) job.settings().get("cron"));
        Object zone = job.settings().get("time-zone");
        ZoneId id = zone == null ? ZoneId.systemDefault() : TimeZones.parse((String) zone);
        List<Instant> result = new ArrayList<>();
        for (Instant next = cron.next(from.minusMillis(1), id).orElseThrow();
                next.isBefore(to);
                next = cron.next(next, id).orElseThrow()) {
            result.add(next);
        }
        return result;
    }

    private List<Instant> firesInQuartz(String name, Instant from, Instant to) throws Exception {
        OperableTrigger trigger = (OperableTrigger)
                scheduler.getTriggersOfJob(JobKey.jobKey(name)).get(0);
        return TriggerUtils.computeFireTimesBetween(trigger, null, Date.from(from), Date.from(to.minusMillis(1)))
                .stream()
                .map(Date::toInstant)
                .collect(Collectors.toList());
    }

    @Test
    void imported_jobs_fire_at_the_same_times_as_in_quartz() throws Exception {
        TimeZone shanghai = TimeZone.getTimeZone("Asia/Shanghai");
        schedule(
                "cron",
                CronScheduleBuilder.cronSchedule("0 0/20 8-18 ? * MON-FRI").inTimeZone(shanghai));
        schedule("cron-last", CronScheduleBuilder.cronSchedule("0 15 10 L * ?").inTimeZone(shanghai));
        schedule("every-20-seconds", SimpleScheduleBuilder.repeatSecondlyForever(20));
        schedule("every-5-minutes", SimpleScheduleBuilder.repeatMinutelyForever(5));
        schedule("every-6-hours", SimpleScheduleBuilder.repeatHourlyForever(6));
        schedule(
                "calendar-day",
                CalendarIntervalScheduleBuilder.calendarIntervalSchedule()
                        .withIntervalInDays(1)
                        .inTimeZone(shanghai));
        schedule(
                "calendar-week",
                CalendarIntervalScheduleBuilder.calendarIntervalSchedule()
                        .withIntervalInWeeks(1)
                        .inTimeZone(shanghai));
        schedule(
                "calendar-quarter",
                CalendarIntervalScheduleBuilder.calendarIntervalSchedule()
                        .withIntervalInMonths(3)
                        .inTimeZone(shanghai));
        schedule(
                "calendar-hours",
                CalendarIntervalScheduleBuilder.calendarIntervalSchedule()
                        .withIntervalInHours(2)
                        .inTimeZone(shanghai));
        schedule(
                "office-hours",
                DailyTimeIntervalScheduleBuilder.dailyTimeIntervalSchedule()
                        .onMondayThroughFriday()
                        .withIntervalInMinutes(20)
                        .startingDailyAt(TimeOfDay.hourAndMinuteOfDay(9, 0))
                        .endingDailyAt(TimeOfDay.hourAndMinuteOfDay(17, 50)));
        schedule(
                "all-day",
                DailyTimeIntervalScheduleBuilder.dailyTimeIntervalSchedule()
                        .withIntervalInHours(3)
                        .startingDailyAt(TimeOfDay.hourAndMinuteOfDay(1, 30)));

        Map<String, ImportedJob> jobs = imported(false);

        assertThat(jobs).hasSize(11);
        Instant day = Instant.parse("2026-03-31T00:00:00Z");
        for (ImportedJob job : jobs.values()) {
            assertThat(job.steps()).as(job.name()).noneMatch(each -> each.contains("not accepted"));
            assertThat(fires(job, day, day.plus(Duration.ofDays(1))))
                    .as(job.name())
                    .isEqualTo(firesInQuartz(job.name(), day, day.plus(Duration.ofDays(1))));
            Instant later = Instant.parse("2026-05-20T00:00:00Z");
            assertThat(fires(job, later, later.plus(Duration.ofDays(40))))
                    .as(job.name())
                    .isNotEmpty()
                    .isEqualTo(firesInQuartz(job.name(), later, later.plus(Duration.ofDays(40))));
        }
        assertThat(Files.readString(directory.resolve("jobs.yml")))
                .contains("    every-5-minutes:\n      cron: \"5 0/5 * * * ?\"\n      elastic-job-class: \""
                        + Report.class.getName() + "\"");
    }

    @Test
    void what_no_cron_means_and_what_differs_is_listed() throws Exception {
        schedule("every-7-minutes", SimpleScheduleBuilder.repeatMinutelyForever(7));
        schedule("every-7-minutes-30", SimpleScheduleBuilder.repeatSecondlyForever(450));
        schedule("three-times", SimpleScheduleBuilder.repeatHourlyForTotalCount(3));
        schedule(
                "every-31st",
                CalendarIntervalScheduleBuilder.calendarIntervalSchedule().withIntervalInMonths(1),
                trigger -> trigger.startAt(Date.from(Instant.parse("2026-03-31T12:00:00Z"))));
        schedule(
                "to-five",
                DailyTimeIntervalScheduleBuilder.dailyTimeIntervalSchedule()
                        .withIntervalInMinutes(20)
                        .startingDailyAt(TimeOfDay.hourAndMinuteOfDay(9, 0))
                        .endingDailyAt(TimeOfDay.hourAndMinuteOfDay(17, 0)));
        schedule(
                "ends",
                CronScheduleBuilder.cronSchedule("0 0 * * * ?").withMisfireHandlingInstructionDoNothing(),
                trigger -> trigger.endAt(Date.from(Instant.parse("2099-01-01T00:00:00Z"))));
        schedule("meaningless", CronScheduleBuilder.cronSchedule("0 0 0 ? * MON-FRI/2"));
        scheduler.scheduleJob(
                JobBuilder.newJob(Report.class)
                        .withIdentity("nightly", "billing")
                        .usingJobData("customer", "acme")
                        .requestRecovery()
                        .build(),
                TriggerBuilder.newTrigger()
                        .withIdentity("paused")
                        .withSchedule(CronScheduleBuilder.cronSchedule("0 0 3 * * ?"))
                        .build());
        scheduler.pauseJob(JobKey.jobKey("nightly", "billing"));
        scheduler.addJob(
                JobBuilder.newJob(Report.class)
                        .withIdentity("on-demand")
                        .storeDurably()
                        .build(),
                false);

        Map<String, ImportedJob> jobs = imported(false);

        for (String each : List.of("every-7-minutes", "every-7-minutes-30", "three-times", "every-31st", "to-five")) {
            assertThat(jobs.get(each).settings()).as(each).doesNotContainKey("cron");
            assertThat(jobs.get(each).steps()).as(each).anyMatch(step -> step.contains("one-off job"));
        }
        assertThat(jobs.get("ends").settings()).containsEntry("misfire", false);
        assertThat(jobs.get("ends").steps()).anyMatch(step -> step.contains("ends at 2099-01-01"));
        assertThat(jobs.get("meaningless").steps())
                .anyMatch(step -> step.contains("'0 0 0 ? * MON-FRI/2' is not accepted"));
        assertThat(jobs.get("billing.nightly").settings())
                .containsEntry("disabled", true)
                .containsEntry("failover", true);
        assertThat(jobs.get("billing.nightly").steps()).anyMatch(step -> step.contains("JobDataMap is not imported"));
        assertThat(jobs.get("on-demand").settings()).doesNotContainKey("cron");
        assertThat(jobs.get("on-demand").steps()).noneMatch(step -> step.contains("JobDataMap"));
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("9 jobs imported", "By hand:", "job 'to-five': ", "implements org.quartz.Job");
        assertThat(Files.readString(directory.resolve("jobs.yml"))).contains("\"[billing.nightly]\":");
    }

    @Test
    void a_dry_run_prints_the_difference_and_writes_nothing_and_a_second_import_changes_nothing() throws Exception {
        schedule("hourly", SimpleScheduleBuilder.repeatHourlyForever());
        Path output = directory.resolve("jobs.yml");

        imported(true);

        assertThat(output).doesNotExist();
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("--- /dev/null\n+++ jobs.yml\n", "+    hourly:\n", "1 job would be imported");
        imported(false);
        String once = Files.readString(output);
        said.reset();
        imported(false);
        assertThat(said.toString(StandardCharsets.UTF_8)).doesNotContain("+++");
        Files.writeString(output, once.replace("sharding-total-count: 1", "sharding-total-count: 2"));
        imported(true);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains("-      sharding-total-count: 2\n", "+      sharding-total-count: 1\n");
    }

    @Test
    void the_command_imports_with_a_separate_driver() throws Exception {
        schedule("hourly", SimpleScheduleBuilder.repeatHourlyForever());
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);

        int code = Migrate.run(
                List.of(directory.toString(), "--version", "1", "--from", "quartz", "--url", URL, "--user", "sa"),
                stream,
                stream);

        assertThat(said.toString(StandardCharsets.UTF_8)).contains("1 job imported");
        assertThat(code).isZero();
        assertThat(directory.resolve("elasticjob-jobs.yml")).exists();
        assertThat(Migrate.run(
                        List.of(
                                directory.toString(),
                                "--version",
                                "1",
                                "--from",
                                "quartz",
                                "--url",
                                URL,
                                "--user",
                                "sa",
                                "--table-prefix",
                                "NONE_"),
                        stream,
                        stream))
                .isEqualTo(1);
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("--table-prefix");
    }
}
