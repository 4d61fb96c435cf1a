package dev.elasticjob.migration;

import dev.elasticjob.migration.ImportedJob.Schedule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The tables {@code xxl_job_info} and {@code xxl_job_group} of XXL-JOB 2.1 and newer, which are only read. */
final class XxlJobTable {

    private final Connection connection;
    private final String timeZone;
    private final Map<String, String> classes;

    /**
     * @param timeZone time zone in which XXL-JOB's admin computes its schedules; that of the processes when empty
     * @param classes class for each handler
     */
    XxlJobTable(Connection connection, String timeZone, Map<String, String> classes) {
        this.connection = connection;
        this.timeZone = timeZone;
        this.classes = classes;
    }

    List<ImportedJob> read() throws SQLException {
        List<Map<String, String>> rows = rows("SELECT * FROM xxl_job_info ORDER BY id");
        Map<String, Integer> instances = instances();
        Map<String, Integer> uses = new TreeMap<>();
        rows.forEach(row -> uses.merge(row.getOrDefault("executor_handler", ""), 1, Integer::sum));
        List<ImportedJob> result = new ArrayList<>();
        for (Map<String, String> row : rows) {
            String handler = row.getOrDefault("executor_handler", "");
            boolean isUnique = !handler.isBlank() && uses.get(handler) == 1;
            String name = isUnique ? handler : (handler.isBlank() ? "job" : handler) + "-" + row.get("id");
            result.add(imported(new ImportedJob(name), row, instances.getOrDefault(row.get("job_group"), 1)));
        }
        return result;
    }

    /** Returns the number of executors of each group whose addresses are known. */
    private Map<String, Integer> instances() throws SQLException {
        Map<String, Integer> result = new HashMap<>();
        for (Map<String, String> row : rows("SELECT * FROM xxl_job_group")) {
            String addresses = row.getOrDefault("address_list", "");
            if (!addresses.isBlank()) {
                result.put(row.get("id"), addresses.split(",").length);
            }
        }
        return result;
    }

    private ImportedJob imported(ImportedJob job, Map<String, String> row, int instances) {
        job.set("description", row.getOrDefault("job_desc", row.getOrDefault("name", "")));
        job.set("job-parameter", row.getOrDefault("executor_param", ""));
        code(job, row);
        schedule(job, row);
        if (row.getOrDefault("trigger_status", "0").equals("0")) {
            job.set("disabled", true);
            job.step("the job is stopped in XXL-JOB: it is disabled until an operator enables it");
        }
        route(job, row.getOrDefault("executor_route_strategy", ""), instances);
        rest(job, row);
        return job;
    }

    private void code(ImportedJob job, Map<String, String> row) {
        String kind = row.getOrDefault("glue_type", "BEAN");
        String handler = row.getOrDefault("executor_handler", "");
        if (!kind.equals("BEAN")) {
            job.step("its code is a " + kind + " in the column glue_source: "
                    + (kind.equals("GLUE_GROOVY")
                            ? "write a class that implements SimpleJob, and set elastic-job-class"
                            : "save it as a file of the application, and set elastic-job-type to SCRIPT and"
                                    + " props.script.command.line to its command"));
        } else if (classes.containsKey(handler)) {
            job.set("elastic-job-class", classes.get(handler));
        } else {
            job.step("no method with @XxlJob(\"" + handler
                    + "\") was found: set elastic-job-class to a bean that implements SimpleJob and does its work");
        }
    }

    private void schedule(ImportedJob job, Map<String, String> row) {
        boolean isOld = !row.containsKey("schedule_type") && row.containsKey("job_cron");
        String type = isOld ? "CRON" : row.getOrDefault("schedule_type", "NONE");
        String text = row.getOrDefault(isOld ? "job_cron" : "schedule_conf", "").strip();
        switch (type) {
            case "CRON" -> job.set(new Schedule(text, timeZone));
            case "FIX_RATE" -> fixedRate(job, row, text);
            case "NONE" -> {
                // Such a job runs on a trigger only, as a one-off job does.
            }
            default ->
                job.step("its schedule is " + type + " '" + text
                        + "', which no cron expression means: without a cron it is a one-off job");
        }
    }

    private static void fixedRate(ImportedJob job, Map<String, String> row, String seconds) {
        String next = row.getOrDefault("trigger_next_time", "0");
        String last = row.getOrDefault("trigger_last_time", "0");
        Instant anchor = Instant.ofEpochMilli(Long.parseLong(next.equals("0") ? last : next));
        Optional<String> fields = seconds.matches("\\d{1,9}")
                ? DayTimes.every(Long.parseLong(seconds), anchor).flatMap(DayTimes::fields)
                : Optional.empty();
        if (fields.isEmpty()) {
            job.step("it fires every " + seconds
                    + " s, which no single cron expression means: choose an interval that divides a minute, an hour or"
                    + " a day; without a cron it is a one-off job");
            return;
        }
        job.set(new Schedule(fields.get() + " * * ?", "UTC"));
        if (anchor.getNano() != 0) {
            job.step("XXL-JOB fires " + anchor.getNano() / 1_000_000 + " ms after the second, the job at the second");
        }
    }

    private static void route(ImportedJob job, String strategy, int instances) {
        switch (strategy.toUpperCase(Locale.ROOT)) {
            case "SHARDING_BROADCAST" -> {
                job.set("sharding-total-count", instances);
                job.step("it is broadcast to every executor: sharding-total-count is the number of parts, here the"
                        + " number of executors that are known, " + instances
                        + ". XxlJobHelper.getShardIndex() is ShardingContext.getShardingItem(),"
                        + " getShardTotal() is getShardingTotalCount()");
            }
            case "",
                    "FIRST",
                    "LAST",
                    "ROUND",
                    "RANDOM",
                    "FAILOVER",
                    "BUSYOVER",
                    "CONSISTENT_HASH",
                    "LEAST_FREQUENTLY_USED",
                    "LEAST_RECENTLY_USED" ->
                job.set("failover", strategy.equalsIgnoreCase("FAILOVER") ? Boolean.TRUE : null);
            default ->
                job.step(
                        "the route strategy " + strategy + " is not known: the item runs on the instance that owns it");
        }
    }

    private static void rest(ImportedJob job, Map<String, String> row) {
        String block = row.getOrDefault("executor_block_strategy", "");
        if (block.equals("DISCARD_LATER")) {
            job.set("misfire", false);
        } else if (block.equals("COVER_EARLY")) {
            job.step("a new fire ends the run before it: here runs of an item follow one another");
        }
        number(job, row, "executor_timeout", "a run is ended after %s s: bound the time in the job's code");
        number(job, row, "executor_fail_retry_count", "a failed run is repeated %s times: repeat it in the job's code");
        text(
                job,
                row,
                "child_jobid",
                "the jobs %s are triggered afterwards: trigger them at the end of the job's code");
        text(job, row, "alarm_email", "failures are reported to %s: set job-error-handler-type to EMAIL and its props");
    }

    private static void number(ImportedJob job, Map<String, String> row, String column, String step) {
        String value = row.getOrDefault(column, "0");
        if (!value.matches("0+|-1|")) {
            job.step(String.format(step, value));
        }
    }

    private static void text(ImportedJob job, Map<String, String> row, String column, String step) {
        String value = row.getOrDefault(column, "");
        if (!value.isBlank()) {
            job.step(String.format(step, value));
        }
    }

    /** Returns the rows by column name in lower case; columns that are null are absent. */
    private List<Map<String, String>> rows(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet row = statement.executeQuery()) {
            ResultSetMetaData columns = row.getMetaData();
            List<Map<String, String>> result = new ArrayList<>();
            while (row.next()) {
                Map<String, String> values = new HashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    String value = row.getString(i);
                    if (value != null) {
                        values.put(columns.getColumnLabel(i).toLowerCase(Locale.ROOT), value);
                    }
                }
                result.add(values);
            }
            return result;
        }
    }
}
