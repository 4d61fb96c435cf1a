package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import com.xxl.job.core.handler.annotation.XxlJob;
import dev.elasticjob.cron.TimeZones;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.UUID;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.quartz.CronExpression;

/**
 * Imports rows as written by XXL-JOB's admin, in tables with the columns of its published schema, and handlers with its
 * annotation.
 */
class XxlJobImportTest {

    private static final String ZONE = "Asia/Shanghai";

    @TempDir
    Path directory;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private Connection connection;

    @BeforeEach
    void createTables() throws Exception {
        connection = DriverManager.getConnection("jdbc:h2:mem:xxl-" + UUID.randomUUID() + ";MODE=MySQL", "sa", "");
        execute("CREATE TABLE xxl_job_group (id int PRIMARY KEY, app_name varchar(64) NOT NULL, title varchar(12) NOT"
                + " NULL, address_type tinyint NOT NULL DEFAULT 0, address_list text, update_time datetime)");
        execute("CREATE TABLE xxl_job_info (id int PRIMARY KEY, job_group int NOT NULL, job_desc varchar(255) NOT NULL,"
                + " add_time datetime, update_time datetime, author varchar(64), alarm_email varchar(255),"
                + " schedule_type varchar(50) NOT NULL DEFAULT 'NONE', schedule_conf varchar(128),"
                + " misfire_strategy varchar(50) NOT NULL DEFAULT 'DO_NOTHING', executor_route_strategy varchar(50),"
                + " executor_handler varchar(255), executor_param varchar(512), executor_block_strategy varchar(50),"
                + " executor_timeout int NOT NULL DEFAULT 0, executor_fail_retry_count int NOT NULL DEFAULT 0,"
                + " glue_type varchar(50) NOT NULL, glue_source mediumtext, glue_remark varchar(128),"
                + " glue_updatetime datetime, child_jobid varchar(255), trigger_status tinyint NOT NULL DEFAULT 0,"
                + " trigger_last_time bigint NOT NULL DEFAULT 0, trigger_next_time bigint NOT NULL DEFAULT 0)");
        execute("INSERT INTO xxl_job_group (id, app_name, title, address_list) VALUES"
                + " (1, 'sample', 'sample', 'http://10.0.0.1:9999,http://10.0.0.2:9999,http://10.0.0.3:9999')");
        Path sources = Files.createDirectories(directory.resolve("src/main/java/com/acme"));
        Files.writeString(
                sources.resolve("SampleJobs.java"),
                String.join(
                        "\n",
                        "package com.acme;",
                        "import com.xxl.job.core.context.XxlJobHelper;",
                        "import com.xxl.job.core.handler.annotation.XxlJob;",
                        "public class SampleJobs {",
                        "    @XxlJob(\"demoJobHandler\")",
                        "    public void demo() throws Exception {",
                        "        XxlJobHelper.log(XxlJobHelper.getJobParam());",
                        "    }",
                        "    // @XxlJob(\"commented\") public void commented() { }",
                        "    @XxlJob(value = \"sharding-job\", init = \"init\")",
                        "    public void sharding() { }",
                        "}",
                        ""));
    }

    @AfterEach
    void close() throws Exception {
        connection.close();
    }

    private void execute(String sql) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void job(int id, String handler, String type, String conf, Map<String, Object> more) throws Exception {
        Map<String, Object> columns = new LinkedHashMap<>();
        columns.put("id", id);
        columns.put("job_group", 1);
        columns.put("job_desc", "\u6d4b\u8bd5 " + id);
        columns.put("schedule_type", type);
        columns.put("schedule_conf", conf);
        columns.put("executor_handler", handler);
        columns.put("executor_route_strategy", "FIRST");
        columns.put("executor_block_strategy", "SERIAL_EXECUTION");
        columns.put("glue_type", "BEAN");
        columns.put("trigger_status", 1);
        columns.putAll(more);
        String sql = "INSERT INTO xxl_job_info (" + String.join(",", columns.keySet()) + ") VALUES ("
                + String.join(",", columns.keySet().stream().map(any -> "?").toList()) + ")";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int i = 1;
            for (Object each : columns.values()) {
                statement.setObject(i++, each);
            }
            statement.executeUpdate();
        }
    }

    private Map<String, ImportedJob> imported(boolean isDryRun) throws Exception {
        Import task = new Import(
                "xxl-job",
                directory,
                directory.resolve("jobs.yml"),
                ZONE,
                "",
                "",
                isDryRun,
                new PrintStream(said, true, StandardCharsets.UTF_8));
        Map<String, ImportedJob> result = new LinkedHashMap<>();
        task.run(connection).forEach(each -> result.put(each.name(), each));
        return result;
    }

    private static List<Instant> fires(ImportedJob job, Instant from, Instant to) {
        var cron =
                dev.elasticjob.cron.CronExpression.parse((String) job.settings().get("cron"));
        var zone = TimeZones.parse((String) job.settings().get("time-zone"));
        List<Instant> result = new ArrayList<>();
        for (Instant next = cron.next(from.minusMillis(1), zone).orElseThrow();
                next.isBefore(to);
                next = cron.next(next, zone).orElseThrow()) {
            result.add(next);
        }
        return result;
    }

    @Test
    void imported_jobs_fire_at_the_same_times_as_in_xxl_job() throws Exception {
        Instant day = Instant.parse("2026-06-30T16:00:00Z");
        Instant end = day.plus(Duration.ofDays(1));
        List<String> crons = List.of(
                "0 0 0 * * ? *", "0/30 * 9-17 ? * 2-6", "0 10,44 14 ? 7 WED", "0 0 6 L-30 * ?", "7 */5 * * * ?");
        for (int i = 0; i < crons.size(); i++) {
            job(i, "cron" + i, "CRON", crons.get(i), Map.of());
        }
        Instant next = Instant.parse("2026-06-30T15:59:47Z");
        List<Integer> rates = List.of(30, 60, 900, 7200, 86400);
        for (int each : rates) {
            job(
                    100 + each,
                    "rate" + each,
                    "FIX_RATE",
                    String.valueOf(each),
                    Map.of("trigger_next_time", next.toEpochMilli()));
        }

        Map<String, ImportedJob> jobs = imported(false);

        for (int i = 0; i < crons.size(); i++) {
            // XXL-JOB's admin uses a copy of this class that is in no published artifact.
            CronExpression theirs = new CronExpression(crons.get(i));
            theirs.setTimeZone(TimeZone.getTimeZone(ZONE));
            List<Instant> expected = new ArrayList<>();
            for (Date each = theirs.getNextValidTimeAfter(Date.from(day.minusMillis(1)));
                    each != null && each.toInstant().isBefore(end);
                    each = theirs.getNextValidTimeAfter(each)) {
                expected.add(each.toInstant());
            }
            assertThat(fires(jobs.get("cron" + i), day, end)).as(crons.get(i)).isEqualTo(expected);
        }
        for (int each : rates) {
            List<Instant> expected = new ArrayList<>();
            for (Instant at = next; at.isBefore(end); at = at.plusSeconds(each)) {
                if (!at.isBefore(day)) {
                    expected.add(at);
                }
            }
            assertThat(fires(jobs.get("rate" + each), day, end))
                    .as("every " + each + " s")
                    .isEqualTo(expected);
        }
    }

    @Test
    void settings_are_mapped_and_the_rest_is_listed() throws Exception {
        job(
                1,
                "demoJobHandler",
                "CRON",
                "0 0 0 * * ?",
                Map.of("executor_param", "a=\"1\"", "executor_block_strategy", "DISCARD_LATER"));
        job(
                2,
                "sharding-job",
                "CRON",
                "0 0 1 * * ?",
                Map.of("executor_route_strategy", "SHARDING_BROADCAST", "trigger_status", 0));
        job(3, "", "NONE", "", Map.of("glue_type", "GLUE_SHELL", "glue_source", "echo 1"));
        job(
                4,
                "unknown",
                "FIX_RATE",
                "7",
                Map.of(
                        "executor_timeout",
                        30,
                        "executor_fail_retry_count",
                        2,
                        "child_jobid",
                        "1,2",
                        "alarm_email",
                        "ops@acme.com",
                        "executor_block_strategy",
                        "COVER_EARLY"));
        job(5, "twice", "NONE", "", Map.of("executor_route_strategy", "FAILOVER"));
        job(6, "twice", "NONE", "", Map.of());

        Map<String, ImportedJob> jobs = imported(false);

        assertThat(jobs).containsOnlyKeys("demoJobHandler", "sharding-job", "job-3", "unknown", "twice-5", "twice-6");
        assertThat(jobs.get("demoJobHandler").settings())
                .containsEntry("elastic-job-class", "com.acme.DemoJobHandlerJob")
                .containsEntry("job-parameter", "a=\"1\"")
                .containsEntry("time-zone", ZONE)
                .containsEntry("misfire", false);
        assertThat(jobs.get("demoJobHandler").steps()).isEmpty();
        assertThat(jobs.get("sharding-job").settings())
                .containsEntry("sharding-total-count", 3)
                .containsEntry("disabled", true);
        assertThat(jobs.get("job-3").steps()).anyMatch(each -> each.contains("SCRIPT"));
        assertThat(jobs.get("unknown").steps())
                .anyMatch(each -> each.contains("every 7 s"))
                .anyMatch(each -> each.contains("30 s"))
                .anyMatch(each -> each.contains("2 times"))
                .anyMatch(each -> each.contains("1,2"))
                .anyMatch(each -> each.contains("ops@acme.com"))
                .anyMatch(each -> each.contains("follow one another"))
                .anyMatch(each -> each.contains("@XxlJob(\"unknown\")"));
        assertThat(jobs.get("twice-5").settings()).containsEntry("failover", true);
        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains(
                        "SampleJobs.java:7: XxlJobHelper.getJobParam has no effect outside of XXL-JOB: use"
                                + " ShardingContext.getJobParameter()",
                        "6 jobs imported")
                .doesNotContain("commented");
        assertThat(Files.readString(directory.resolve("jobs.yml")))
                .contains("job-parameter: \"a=\\\"1\\\"\"", "\\u6d4b\\u8bd5 1");
    }

    @Test
    void the_classes_for_handlers_compile_and_are_never_overwritten() throws Exception {
        imported(true);
        Path source = directory.resolve("src/main/java/com/acme/DemoJobHandlerJob.java");
        assertThat(source).doesNotExist();
        assertThat(said.toString(StandardCharsets.UTF_8)).contains("+++ src/main/java/com/acme/DemoJobHandlerJob.java");

        imported(false);

        // Spring is not on this class path; the classes use only its annotation.
        Path spring = Files.createDirectories(directory.resolve("stub/org/springframework/stereotype"));
        Files.writeString(
                spring.resolve("Component.java"),
                "package org.springframework.stereotype; public @interface Component {}");
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        errors,
                        errors,
                        "-proc:none",
                        "-d",
                        Files.createDirectories(directory.resolve("classes")).toString(),
                        "-cp",
                        System.getProperty("java.class.path")
                                + File.pathSeparator
                                + Path.of(XxlJob.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toURI()),
                        spring.resolve("Component.java").toString(),
                        source.resolveSibling("SampleJobs.java").toString(),
                        source.resolveSibling("ShardingJob.java").toString(),
                        source.toString());
        assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(result).isZero();
        Files.writeString(source, "// edited");
        imported(false);
        assertThat(source).hasContent("// edited");
    }

    @Test
    void handlers_that_are_not_converted_are_listed() throws Exception {
        Path sources = directory.resolve("src/main/java/com/acme");
        Files.writeString(
                sources.resolve("Other.java"),
                String.join(
                        "\n",
                        "package com.acme;",
                        "public class Other {",
                        "    static class Before { void a() { } }",
                        "    public static class Inner {",
                        "        @XxlJob(\"inner\")",
                        "        @Deprecated",
                        "        protected final java.util.List<String> inner() { return null; }",
                        "    }",
                        "    @XxlJob(Names.CONSTANT) public void constant() { }",
                        "    @XxlJob(\"hidden\") private void hidden() { }",
                        "    @XxlJob(\"old\") public ReturnT<String> old(String parameter) { return null; }",
                        "}"));
        Files.writeString(sources.resolve("Kotlin.kt"), "class Kotlin { @XxlJob(\"kotlin\") fun kotlin() { } }");
        Files.writeString(
                sources.resolve("Older.java"), "@JobHandler(value = \"older\") class Older extends IJobHandler { }");

        imported(false);

        assertThat(said.toString(StandardCharsets.UTF_8))
                .contains(
                        "Other.java:5: the handler 'inner' returns java.util.List<String>, which is ignored",
                        "Other.java:9: the handler Names.CONSTANT has a constant as its name",
                        "Other.java:10: the handler 'hidden' is private",
                        "Other.java:11: the handler 'old' has parameters",
                        "Kotlin.kt:1: the handler 'kotlin' is not in Java",
                        "Older.java:1: this handler of XXL-JOB is not converted");
        assertThat(sources.resolve("InnerJob.java"))
                .content()
                .contains("private final Other.Inner handlers;", "handlers.inner();");
    }

    @Test
    void the_older_schema_with_a_cron_alone_is_read_too() throws Exception {
        execute("ALTER TABLE xxl_job_info DROP COLUMN schedule_type");
        execute("ALTER TABLE xxl_job_info DROP COLUMN misfire_strategy");
        execute("ALTER TABLE xxl_job_info ALTER COLUMN schedule_conf RENAME TO job_cron");
        execute("INSERT INTO xxl_job_info (id, job_group, job_desc, job_cron, executor_handler, glue_type,"
                + " trigger_status) VALUES (1, 1, 'old', '0 0 0 * * ? *', 'demoJobHandler', 'BEAN', 1)");

        assertThat(imported(false).get("demoJobHandler").settings()).containsEntry("cron", "0 0 0 * * ? *");
    }
}
