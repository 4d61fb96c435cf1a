package dev.elasticjob.lite2x.program;

import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.dataflow.DataflowJobConfiguration;
import com.dangdang.ddframe.job.config.script.ScriptJobConfiguration;
import com.dangdang.ddframe.job.event.JobEventConfiguration;
import com.dangdang.ddframe.job.event.JobEventListener;
import com.dangdang.ddframe.job.event.rdb.JobEventRdbConfiguration;
import com.dangdang.ddframe.job.event.type.JobExecutionEvent;
import com.dangdang.ddframe.job.event.type.JobStatusTraceEvent;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.lite.internal.schedule.JobScheduleController;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;

/** Scenarios of one process. Prints observable events; times and identifiers are omitted. */
public final class Solo {

    private final ZookeeperRegistryCenter center;
    private final Path directory;

    private Solo(ZookeeperRegistryCenter center, Path directory) {
        this.center = center;
        this.directory = directory;
    }

    /**
     * Runs the scenarios.
     *
     * @param args address of the servers, namespace, directory for files, URL of a database
     */
    public static void main(String[] args) throws Exception {
        Solo solo = new Solo(Setup.connect(args[0], args[1]), Paths.get(args[2]));
        Map<String, List<String>> misfires = solo.startMisfires();
        solo.listeners();
        solo.failingListener();
        solo.once();
        solo.exceptions();
        solo.executor();
        solo.dataflow();
        solo.script();
        solo.disabled();
        solo.overwrite();
        solo.history(args[3]);
        solo.pause();
        solo.conflict();
        solo.defaults();
        solo.finishMisfires(misfires);
        Seen.print("end", "of scenarios");
        System.exit(0);
    }

    private void start(LiteJobConfiguration.Builder configuration, Jobs.Listener... listeners) {
        new JobScheduler(center, configuration.build(), listeners).init();
    }

    private static void trigger(String job, String awaited) {
        long before = Seen.count(awaited);
        Setup.controller(job).triggerJob();
        Seen.await(awaited + " of " + job, () -> Seen.count(awaited) > before);
    }

    private static void end(String job) {
        Setup.controller(job).shutdown();
        Seen.await("shutdown of " + job, () -> JobRegistry.getInstance().isShutdown(job));
        Seen.print(job, Seen.drain());
        Seen.print(job, "controller after shutdown " + Setup.controller(job));
    }

    private void listeners() {
        start(
                Setup.simple(
                        Setup.core("listeners", 3)
                                .shardingItemParameters("0=A, 1 = B")
                                .jobParameter("some parameter"),
                        Jobs.Recording.class),
                new Jobs.Listener("first"),
                new Jobs.Listener("second"),
                new Jobs.Listener("last"));
        trigger("listeners", "last-after");
        end("listeners");
    }

    private void failingListener() {
        start(
                Setup.simple(
                        Setup.core("failing-listener", 2)
                                .jobProperties("job_exception_handler", Jobs.Handler.class.getName()),
                        Jobs.Recording.class),
                new Jobs.Listener("first"),
                new Jobs.Listener("throws"),
                new Jobs.Listener("last"));
        trigger("failing-listener", "last-after");
        end("failing-listener");
    }

    private void once() {
        new JobScheduler(
                        center,
                        Setup.simple(Setup.core("once", 3), Jobs.Recording.class)
                                .build(),
                        new Jobs.Listener("first"),
                        new Jobs.Once())
                .init();
        trigger("once", "first-after");
        Seen.await("last call", () -> Seen.count("once-after") > 0);
        end("once");
    }

    private void exceptions() {
        start(
                Setup.simple(
                        Setup.core("exceptions", 4)
                                .jobProperties("job_exception_handler", Jobs.Handler.class.getName()),
                        Jobs.Failing.class),
                new Jobs.Listener("last"));
        trigger("exceptions", "last-after");
        trigger("exceptions", "last-after");
        end("exceptions");
    }

    private void executor() {
        start(
                Setup.simple(
                        Setup.core("executor", 4).jobProperties("executor_service_handler", Jobs.Pool.class.getName()),
                        Jobs.Threads.class),
                new Jobs.Listener("last"));
        trigger("executor", "last-after");
        trigger("executor", "last-after");
        Seen.drain().stream()
                .filter(each -> !each.contains("-before"))
                .sorted()
                .forEach(each -> Seen.print("executor", each));
        end("executor");
    }

    private void dataflow() {
        start(
                Setup.lite(new DataflowJobConfiguration(
                        Setup.core("streaming", 1).build(), Jobs.Flow.class.getName(), true)),
                new Jobs.Listener("last"));
        // 2.1.5 ends a stream when it has to assign items again, which happens some time after the start.
        for (int i = 0; i < 5; i++) {
            trigger("streaming", "last-after");
        }
        Seen.drain();
        Jobs.Flow.begun = true;
        trigger("streaming", "last-after");
        end("streaming");
        start(
                Setup.lite(new DataflowJobConfiguration(
                        Setup.core("batches", 1).build(), Jobs.Flow.class.getName(), false)),
                new Jobs.Listener("last"));
        for (int i = 0; i < 3; i++) {
            trigger("batches", "last-after");
        }
        end("batches");
    }

    private void script() throws Exception {
        Path output = directory.resolve("arguments");
        Path script = directory.resolve("script.sh");
        Files.write(
                script,
                ("#!/bin/sh\nfor each in \"$@\"; do echo \"$each\"; done > " + output + "\n")
                        .getBytes(StandardCharsets.UTF_8));
        script.toFile().setExecutable(true);
        start(
                Setup.lite(new ScriptJobConfiguration(
                        Setup.core("script", 1)
                                .shardingItemParameters("0=A")
                                .jobParameter("p")
                                .build(),
                        script + " one two")),
                new Jobs.Listener("last"));
        trigger("script", "last-after");
        List<String> arguments = Files.readAllLines(output, StandardCharsets.UTF_8);
        Seen.print("script", arguments.size() + " arguments: " + arguments.get(0) + ", " + arguments.get(1));
        for (String key :
                new String[] {"jobName", "shardingTotalCount", "jobParameter", "shardingItem", "shardingParameter"}) {
            Seen.print("script", key + " " + arguments.get(2).replaceAll(".*\"" + key + "\":([^,}]*).*", "$1"));
        }
        end("script");
        start(
                Setup.lite(new ScriptJobConfiguration(
                        Setup.core("failing-script", 1)
                                .jobProperties("job_exception_handler", Jobs.Handler.class.getName())
                                .build(),
                        "false")),
                new Jobs.Listener("last"));
        trigger("failing-script", "last-after");
        end("failing-script");
    }

    private void disabled() {
        start(Setup.simple(Setup.core("disabled", 1), Jobs.Recording.class).disabled(true), new Jobs.Listener("last"));
        String server = "/disabled/servers/"
                + center.getChildrenKeys("/disabled/servers").get(0);
        Seen.print("disabled", "server " + center.get(server));
        Setup.controller("disabled").triggerJob();
        Seen.print("disabled", "ran while disabled " + (Seen.count("item") > 0));
        center.update(server, "");
        // The change has to arrive before a run is possible.
        Seen.await("run after enabling", () -> {
            Setup.controller("disabled").triggerJob();
            return Seen.count("item 0") > 0;
        });
        Seen.print("disabled", "ran after enabling");
        Setup.controller("disabled").shutdown();
        Seen.await("shutdown", () -> JobRegistry.getInstance().isShutdown("disabled"));
        // The number of triggers depends on the time.
        Seen.drain();
    }

    private void overwrite() {
        overwrite(Setup.core("overwrite", 2).shardingItemParameters("0=A").description("first"), false);
        overwrite(Setup.core("overwrite", 3).description("second"), false);
        overwrite(Setup.core("overwrite", 3).description("third"), true);
    }

    private void overwrite(JobCoreConfiguration.Builder core, boolean overwrite) {
        start(
                Setup.simple(core, Jobs.Recording.class)
                        .overwrite(overwrite)
                        .maxTimeDiffSeconds(100)
                        .reconcileIntervalMinutes(5),
                new Jobs.Listener("last"));
        Seen.print("overwrite", center.get("/overwrite/config").replace("\\u003d", "="));
        trigger("overwrite", "last-after");
        end("overwrite");
    }

    private void history(String url) throws Exception {
        DataSource database = (DataSource)
                Class.forName("org.h2.jdbcx.JdbcDataSource").getConstructor().newInstance();
        database.getClass().getMethod("setURL", String.class).invoke(database, url);
        LiteJobConfiguration configuration = Setup.simple(
                        Setup.core("history", 2).jobProperties("job_exception_handler", Jobs.Handler.class.getName()),
                        Jobs.Failing.class)
                .build();
        new JobScheduler(center, configuration, new JobEventRdbConfiguration(database), new Jobs.Listener("last"))
                .init();
        trigger("history", "last-after");
        Seen.await(
                "history",
                () -> rows(database, "select count(*) from JOB_EXECUTION_LOG where complete_time is not null")
                                .equals("[[2]]")
                        && rows(database, "select count(*) from JOB_STATUS_TRACE_LOG")
                                .equals("[[3]]"));
        Seen.print(
                "history",
                rows(
                        database,
                        "select job_name, sharding_item, execution_source, is_success, substring(failure_cause, 1, 46)"
                                + " from JOB_EXECUTION_LOG order by sharding_item"));
        Seen.print(
                "history",
                rows(
                        database,
                        "select job_name, original_task_id, source, execution_type, sharding_item, state,"
                                + " substring(message, 1, 48) from JOB_STATUS_TRACE_LOG order by creation_time, case state"
                                + " when 'TASK_STAGING' then 0 when 'TASK_RUNNING' then 1 else 2 end"));
        end("history");
    }

    private static String rows(DataSource database, String query) {
        List<List<String>> result = new ArrayList<>();
        try (Connection connection = database.getConnection();
                ResultSet rows = connection.createStatement().executeQuery(query)) {
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getString(i));
                }
                result.add(row);
            }
        } catch (SQLException noTableYet) {
            return noTableYet.toString();
        }
        return result.toString();
    }

    private void pause() {
        start(Setup.simple(Setup.core("pause", 1), Jobs.Recording.class), new Jobs.Listener("last"));
        JobScheduleController controller = Setup.controller("pause");
        Seen.print("pause", "paused " + controller.isPaused());
        controller.pauseJob();
        Seen.print("pause", "paused " + controller.isPaused());
        controller.triggerJob();
        Seen.print("pause", "ran " + Seen.count("item"));
        controller.resumeJob();
        Seen.await("run after resuming", () -> Seen.count("last-after") > 0);
        Seen.print("pause", "paused " + controller.isPaused() + ", ran " + Seen.count("item"));
        end("pause");
    }

    private void conflict() {
        start(Setup.simple(Setup.core("conflict", 1), Jobs.Recording.class));
        end("conflict");
        attempt("conflict", () -> start(Setup.simple(Setup.core("conflict", 1), Jobs.Failing.class)));
        attempt(
                "conflict",
                () -> start(Setup.simple(Setup.core("conflict", 1), Jobs.Failing.class)
                        .overwrite(true)));
    }

    private void defaults() {
        attempt(
                "defaults",
                () -> JobCoreConfiguration.newBuilder("", "0/1 * * * * ?", 1).build());
        attempt("defaults", () -> JobCoreConfiguration.newBuilder("a", "", 1).build());
        attempt(
                "defaults",
                () -> JobCoreConfiguration.newBuilder("a", "0/1 * * * * ?", 0).build());
        attempt(
                "defaults",
                () -> start(Setup.lite(new ScriptJobConfiguration(
                                Setup.core("missing", 1).build(), "a"))
                        .jobShardingStrategyClass(null)));
        end("missing");
        JobCoreConfiguration core = Setup.core("defaults", 1).build();
        Seen.print("defaults", core.getJobProperties().json());
        Seen.print("defaults", core.isMisfire() + " " + core.isFailover() + " '" + core.getDescription() + "'");
        Seen.print("defaults", JobRegistry.getInstance().getJobInstance("unknown"));
    }

    private static void attempt(String scenario, Runnable code) {
        try {
            code.run();
            Seen.print(scenario, "no exception");
        } catch (RuntimeException thrown) {
            Seen.print(
                    scenario,
                    thrown.getClass().getName() + ": "
                            + thrown.getMessage().replaceAll("(your job class is '[^']*').*", "$1"));
        }
    }

    // ---- misfire: runs in parallel with the other scenarios, because it takes some seconds ----

    private Map<String, List<String>> startMisfires() {
        Map<String, List<String>> sources = new ConcurrentHashMap<>();
        for (boolean misfire : new boolean[] {true, false}) {
            String name = "misfire-" + misfire;
            List<String> seen = new CopyOnWriteArrayList<>();
            sources.put(name, seen);
            LiteJobConfiguration configuration = Setup.simple(
                            JobCoreConfiguration.newBuilder(name, "0/1 * * * * ?", 1)
                                    .misfire(misfire),
                            Jobs.Slow.class)
                    .build();
            new JobScheduler(center, configuration, new Sources(seen)).init();
        }
        return sources;
    }

    /** The make-up run follows immediately or, in 2.1.5, after the next fire. */
    private void finishMisfires(Map<String, List<String>> sources) {
        Seen.await("fires during the first run", () -> Jobs.Slow.hasRunFor(2500));
        Jobs.Slow.RELEASED.countDown();
        Seen.await("runs", () -> sources.values().stream().allMatch(each -> each.size() >= 3));
        new TreeMap<>(sources)
                .forEach((name, seen) ->
                        Seen.print(name, seen.get(0) + ", then " + new TreeSet<>(new ArrayList<>(seen).subList(1, 3))));
    }

    /** Records the reasons of runs. */
    private static final class Sources implements JobEventConfiguration, JobEventListener {

        private final List<String> seen;

        Sources(List<String> seen) {
            this.seen = seen;
        }

        @Override
        public String getIdentity() {
            return "sources";
        }

        @Override
        public JobEventListener createJobEventListener() {
            return this;
        }

        @Override
        public void listen(JobExecutionEvent event) {
            if (event.getCompleteTime() != null) {
                seen.add(event.getSource() + " " + event.isSuccess());
            }
        }

        @Override
        public void listen(JobStatusTraceEvent event) {}
    }
}
