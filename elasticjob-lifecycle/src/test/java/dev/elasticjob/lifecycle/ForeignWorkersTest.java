package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.foreign.ForeignWorker;
import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import dev.elasticjob.lifecycle.domain.ServerBriefInfo;
import dev.elasticjob.lifecycle.domain.ShardingInfo;
import dev.elasticjob.lifecycle.domain.ShardingInfo.ShardingStatus;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Runs the operations of this project on jobs of ElasticJob 3.0.4. */
@TestInstance(Lifecycle.PER_CLASS)
class ForeignWorkersTest extends OnZookeeper {

    private static final String EVERY_SECOND = "* * * * * ?";

    private final AtomicInteger names = new AtomicInteger();
    private ForeignProcess worker;
    private String job;

    @BeforeAll
    void startWorker() {
        worker = ForeignProcess.start(ForeignWorker.class, servers(), namespace);
    }

    @AfterAll
    void stopWorker() {
        worker.close();
    }

    @AfterEach
    void removeJob() {
        if (operations.jobs().names().contains(job)) {
            operations.jobOperate().shutdown(job, null);
            operations.jobOperate().remove(job, null);
            operations.jobConfiguration().removeJobConfiguration(job);
        }
    }

    private void schedule(String cron) {
        job = "job-" + names.incrementAndGet();
        worker.order(job + " 2 " + cron);
        worker.awaitLine(("scheduled " + job)::equals);
    }

    private void awaitStatus(JobStatus status) {
        await(job + " is " + status)
                .until(() -> operations.jobStatistics().getJobBriefInfo(job).getStatus() == status);
    }

    @Test
    void jobs_items_and_servers_are_shown() {
        schedule(EVERY_SECOND);
        worker.awaitLine(("ran " + job + " 1 first")::equals);
        awaitStatus(JobStatus.OK);

        assertThat(operations.jobStatistics().getAllJobsBriefInfo())
                .containsExactly(new JobBriefInfo(job, JobStatus.OK, "of another engine", EVERY_SECOND, 1, 2, ""));
        String instance = operations.jobs().overview(job).instances().get(0);
        assertThat(operations.shardingStatistics().getShardingInfo(job))
                .hasSize(2)
                .allSatisfy(item -> {
                    assertThat(item.getInstanceId()).isEqualTo(instance);
                    assertThat(item.getStatus()).isIn(ShardingStatus.PENDING, ShardingStatus.RUNNING);
                });
        String ip = operations
                .shardingStatistics()
                .getShardingInfo(job)
                .iterator()
                .next()
                .getServerIp();
        assertThat(operations.serverStatistics().getAllServersBriefInfo())
                .containsExactly(new ServerBriefInfo(ip, List.of(instance), List.of(job), 0));
        assertThat(operations.jobStatistics().getJobsBriefInfo(ip)).hasSize(1);
        assertThat(operations.jobs().detail(job).leader()).contains(instance);
    }

    @Test
    void a_job_is_triggered_after_its_items_were_assigned() {
        schedule("0 0 0 1 1 ? 2098");
        operations.jobOperate().trigger(job);

        worker.awaitLine(("ran " + job + " 0 first")::equals);
        await("it has taken the request")
                .until(() -> tree.children("/" + job + "/trigger").isEmpty());
    }

    @Test
    void a_job_is_disabled_and_enabled() {
        schedule(EVERY_SECOND);
        worker.awaitLine(line -> line.startsWith("ran " + job));

        operations.jobOperate().disable(job, null);
        awaitStatus(JobStatus.DISABLED);
        operations.jobOperate().enable(job, null);
        awaitStatus(JobStatus.OK);
    }

    @Test
    void an_edit_is_understood_by_its_strict_reader() {
        schedule(EVERY_SECOND);
        JobConfigurationPOJO read = operations.jobConfiguration().getJobConfiguration(job);
        assertThat(read.getJobParameter()).isEqualTo("first");
        read.setJobParameter("second");
        operations.jobConfiguration().updateJobConfiguration(read);

        worker.awaitLine(("ran " + job + " 0 second")::equals);
    }

    @Test
    void an_item_is_disabled_and_enabled() {
        schedule(EVERY_SECOND);
        worker.awaitLine(("ran " + job + " 1 first")::equals);

        operations.shardingOperate().disable(job, "1");
        assertThat(operations.shardingStatistics().getShardingInfo(job))
                .extracting(ShardingInfo::getStatus)
                .contains(ShardingStatus.DISABLED);
        operations.shardingOperate().enable(job, "1");
        assertThat(tree.exists("/" + job + "/sharding/1/disabled")).isFalse();
        worker.awaitLine(("ran " + job + " 1 first")::equals);
    }

    @Test
    void instances_are_shut_down_and_the_job_is_removed() {
        schedule(EVERY_SECOND);
        worker.awaitLine(line -> line.startsWith("ran " + job));

        operations.jobOperate().shutdown(job, null);
        awaitStatus(JobStatus.CRASHED);
        operations.jobOperate().remove(job, null);
        assertThat(operations.serverStatistics().getServersTotalCount()).isZero();
        operations.jobConfiguration().removeJobConfiguration(job);
        assertThat(operations.jobs().names()).isEmpty();
    }
}
