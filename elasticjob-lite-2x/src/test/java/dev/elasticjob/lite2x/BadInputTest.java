package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dangdang.ddframe.job.api.dataflow.DataflowJob;
import com.dangdang.ddframe.job.config.dataflow.DataflowJobConfiguration;
import com.dangdang.ddframe.job.config.script.ScriptJobConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.event.rdb.JobEventRdbConfiguration;
import com.dangdang.ddframe.job.exception.JobConfigurationException;
import com.dangdang.ddframe.job.exception.JobSystemException;
import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.reg.exception.RegException;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Error messages contain the job, the setting, the value and the remedy, and errors do not affect other jobs. */
class BadInputTest extends OnZookeeper {

    private static final AtomicInteger CREATED = new AtomicInteger();

    /** Class of the application that no configuration names. */
    public static class Undeclared implements JobExceptionHandler {

        public Undeclared() {
            CREATED.incrementAndGet();
        }

        @Override
        public void handleException(String jobName, Throwable cause) {}
    }

    @BeforeEach
    void startAnotherJob() {
        new JobScheduler(center, counting(core("other")).build()).init();
    }

    @AfterEach
    void theOtherJobStillRuns() {
        JobRegistry.getInstance().getJobScheduleController("other").triggerJob();
        await("run of the other job").until(() -> runs("other") == 1);
    }

    private ThrowingCallable starting(LiteJobConfiguration.Builder configuration) {
        return () -> new JobScheduler(center, configuration.build()).init();
    }

    private static void assertRejected(ThrowingCallable start, String... parts) {
        assertThatThrownBy(start).isInstanceOf(JobConfigurationException.class).hasMessageContainingAll(parts);
        assertThat(JobRegistry.getInstance().getJobScheduleController("bad")).isNull();
    }

    @Test
    void a_job_class_that_is_missing_or_of_another_type_is_rejected() {
        assertRejected(
                starting(LiteJobConfiguration.newBuilder(
                        new SimpleJobConfiguration(core("bad").build(), "com.acme.Missing"))),
                "Job 'bad'",
                "jobClass",
                "com.acme.Missing",
                "Correct the name");
        assertRejected(
                starting(LiteJobConfiguration.newBuilder(
                        new SimpleJobConfiguration(core("bad").build(), "java.lang.String"))),
                "Job 'bad'",
                "java.lang.String",
                "does not implement");
        assertRejected(
                starting(LiteJobConfiguration.newBuilder(
                        new DataflowJobConfiguration(core("bad").build(), Counting.class.getName(), true))),
                "Job 'bad'",
                Counting.class.getName(),
                DataflowJob.class.getName());
    }

    @Test
    void a_handler_or_strategy_that_is_missing_or_of_another_type_is_rejected() {
        for (String setting : new String[] {"job_exception_handler", "executor_service_handler"}) {
            assertRejected(
                    starting(counting(core("bad").jobProperties(setting, "com.acme.Missing"))),
                    "Job 'bad'",
                    setting,
                    "com.acme.Missing");
            assertRejected(
                    starting(counting(core("bad").jobProperties(setting, "java.lang.String"))),
                    "Job 'bad'",
                    setting,
                    "java.lang.String",
                    "does not implement");
        }
        assertRejected(
                starting(counting(core("bad")).jobShardingStrategyClass("com.acme.Missing")),
                "Job 'bad'",
                "jobShardingStrategyClass",
                "com.acme.Missing");
    }

    @Test
    void settings_that_cannot_be_used_are_rejected() {
        assertRejected(
                starting(LiteJobConfiguration.newBuilder(
                        new ScriptJobConfiguration(core("bad").build(), ""))),
                "Job 'bad'",
                "script.command.line",
                "Set it to a command line");
        assertRejected(
                starting(counting(core("bad").shardingItemParameters("0=A,one=B"))),
                "Job 'bad'",
                "shardingItemParameters",
                "one=B");
        assertRejected(
                starting(counting(core("bad")).setting("timezone", "GMT")), "Job 'bad'", "timezone", "GMT", "timeZone");
        assertRejected(
                () -> new JobScheduler(center, counting(core("bad")).build(), new JobEventRdbConfiguration(null))
                        .init(),
                "Job 'bad'",
                "DataSource");
    }

    @Test
    void json_that_is_truncated_is_rejected() {
        center.persist("/bad/config", "{\"jobName\":\"bad\",\"jobClass\":\"x");

        assertRejected(starting(counting(core("bad"))), "Job 'bad'", "/bad/config", "does not end", "Correct it");
    }

    @Test
    void a_key_that_is_unknown_is_kept_and_has_no_effect() {
        center.persist(
                "/bad/config",
                "{\"jobName\":\"bad\",\"jobClass\":\"" + Counting.class.getName()
                        + "\",\"jobType\":\"SIMPLE\",\"cron\":\"" + NEVER
                        + "\",\"shardingTotalCount\":1,\"unknown\":{\"key\":[1,2]}}");

        new JobScheduler(center, counting(core("bad")).build()).init();
        JobRegistry.getInstance().getJobScheduleController("bad").triggerJob();

        await("run").until(() -> runs("bad") == 1);
        assertThat(center.get("/bad/config")).contains("\"unknown\":{\"key\":[1,2]}");
        JobRegistry.getInstance().getJobScheduleController("bad").shutdown();
    }

    @Test
    void a_class_that_only_the_registry_names_is_never_instantiated() {
        new JobScheduler(center, counting(core("bad")).build()).init();
        JobRegistry.getInstance().getJobScheduleController("bad").shutdown();
        center.update(
                "/bad/config",
                center.get("/bad/config")
                        .replace(
                                "com.dangdang.ddframe.job.executor.handler.impl.DefaultJobExceptionHandler",
                                Undeclared.class.getName()));

        ZookeeperConfiguration impatient = new ZookeeperConfiguration(servers(), namespace);
        impatient.setConnectionTimeoutMilliseconds(1000);
        ZookeeperRegistryCenter another = new ZookeeperRegistryCenter(impatient);
        another.init();
        new JobScheduler(another, counting(core("bad")).build()).init();

        assertThat(center.getChildrenKeys("/bad/instances")).isEmpty();
        assertThat(CREATED).hasValue(0);
        another.close();
        JobRegistry.getInstance().shutdown("bad");
    }

    @Test
    void a_second_start_in_the_same_process_is_rejected() {
        assertThatThrownBy(starting(counting(core("other"))))
                .isInstanceOf(JobConfigurationException.class)
                .hasMessageContainingAll("'other'", "Shut it down first");
    }

    @Test
    void a_cron_that_is_malformed_is_not_written() {
        assertThatThrownBy(() -> JobRegistry.getInstance()
                        .getJobScheduleController("other")
                        .rescheduleJob("every day"))
                .isInstanceOf(JobSystemException.class)
                .hasMessageContainingAll("'other'", "every day");
        assertThat(center.get("/other/config")).contains("\"cron\":\"" + NEVER + "\"");
    }

    @Test
    void methods_that_are_not_supported_name_the_alternative() {
        assertThatThrownBy(() -> center.addCacheData("/x"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContainingAll("addCacheData", "/x", "CuratorCache");
        assertThatThrownBy(() -> center.getRawCache("/x")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> center.evictCacheData("/x")).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void a_registry_center_that_is_not_connected_reports_it() {
        ZookeeperRegistryCenter latent = new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers(), "latent"));

        assertThat(latent.getClient()).isNull();
        assertThatThrownBy(() -> latent.get("/x"))
                .isInstanceOf(RegException.class)
                .hasMessageContainingAll("latent", "init()");
        assertThatThrownBy(() -> new ZookeeperRegistryCenter(new ZookeeperConfiguration("", "x")).init())
                .isInstanceOf(RegException.class)
                .hasMessageContaining("serverLists");
    }
}
