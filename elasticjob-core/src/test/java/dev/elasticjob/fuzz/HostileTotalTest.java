package dev.elasticjob.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests a total in the registry that is too large for an epoch. */
class HostileTotalTest {

    private static String config(String total) {
        return "cron: 0/1 * * * * ?\njobName: job\nshardingTotalCount: " + total + "\n";
    }

    private static void execute(OneOffJobBootstrap job) {
        job.execute().orTimeout(HostileWorker.LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2147483647", "300000"})
    void a_worker_reports_it_survives_runs_other_jobs_and_runs_the_job_after_a_repair(String total)
            throws InterruptedException {
        try (HostileWorker worker = new HostileWorker()) {
            OneOffJobBootstrap healthy = new OneOffJobBootstrap(
                    worker.center,
                    (SimpleJob) context -> {},
                    JobConfiguration.newBuilder("healthy", 1).build());
            ScheduleJobBootstrap job = worker.start(HostileWorker.job());
            worker.awaitRuns("before", 1);

            worker.registry.put("/job/config", config(total));
            execute(healthy);
            worker.awaitRuns("with the last configuration that could be used", 2);
            job.shutdown();

            job = worker.start(HostileWorker.job());
            execute(healthy);
            assertThat(worker.messages())
                    .anyMatch(message -> message.contains("job")
                            && message.contains("shardingTotalCount")
                            && message.contains(total)
                            && message.contains("100000"));
            worker.registry.put("/job/config", config("1"));
            worker.awaitRuns("after the repair", 1);
            job.shutdown();
            healthy.shutdown();
        }
    }
}
