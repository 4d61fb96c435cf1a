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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Our operations on jobs that ElasticJob 3.0.4 runs. */
class ForeignWorkersTest extends OnZookeeper {

    private static final String EVERY_SECOND = "* * * * * ?";

    private ForeignProcess worker;

    @BeforeEach
    void startWorker() {
        worker = ForeignProcess.start(ForeignWorker.class, servers(), namespace);
    }

    @AfterEach
    void stopWorker() {
        worker.close();
    }

    private void schedule(String job, String cron) {
        worker.order(job + " 2 " + cron);
        worker.awaitLine(("scheduled " + job)::equals);
    }

    private void awaitStatus(String job, JobStatus status) {
        await(job + " is " + status)
                .until(() -> operations.jobStatistics().getJobBriefInfo(job).getStatus() == status);
    }

    @Test
    void jobs_items_and_servers_are_shown() {
        schedule("job", EVERY_SECOND);
        worker.awaitLine("ran job 1 first"::equals);
        awaitStatus("job", JobStatus.OK);

        assertThat(operations.jobStatistics().getAllJobsBriefInfo())
                .containsExactly(new JobBriefInfo("job", JobStatus.OK, "of another engine", EVERY_SECOND, 1, 2, ""));
        String instance = operations.jobs().overview("job").instances().get(0);
        assertThat(operations.shardingStatistics().getShardingInfo("job"))
                .hasSize(2)
                .allSatisfy(item -> {
                    assertThat(item.getInstanceId()).isEqualTo(instance);
                    assertThat(item.getStatus()).isIn(ShardingStatus.PENDING, ShardingStatus.RUNNING);
                });
        String ip = operations
                .shardingStatistics()
                .getShardingInfo("job")
                .iterator()
                .next()
                .getServerIp();
        assertThat(operations.serverStatistics().getAllServersBriefInfo())
                .containsExactly(new ServerBriefInfo(ip, List.of(instance), List.of("job"), 0));
        assertThat(operations.jobStatistics().getJobsBriefInfo(ip)).hasSize(1);
        assertThat(operations.jobs().detail("job").leader()).contains(instance);
    }

    @Test
    void a_job_is_triggered_after_its_items_were_shared_out() {
        schedule("job", "0 0 0 1 1 ? 2098");
        operations.jobOperate().trigger("job");

        worker.awaitLine("ran job 0 first"::equals);
        await("it has taken the request")
                .until(() -> tree.children("/job/trigger").isEmpty());
    }

    @Test
    void a_job_is_disabled_and_enabled() {
        schedule("job", EVERY_SECOND);
        worker.awaitLine(line -> line.startsWith("ran job"));

        operations.jobOperate().disable("job", null);
        awaitStatus("job", JobStatus.DISABLED);
        operations.jobOperate().enable("job", null);
        awaitStatus("job", JobStatus.OK);
    }

    @Test
    void an_edit_is_understood_by_its_strict_reader() {
        schedule("job", EVERY_SECOND);
        JobConfigurationPOJO read = operations.jobConfiguration().getJobConfiguration("job");
        assertThat(read.getJobParameter()).isEqualTo("first");
        read.setJobParameter("second");
        operations.jobConfiguration().updateJobConfiguration(read);

        worker.awaitLine("ran job 0 second"::equals);
    }

    @Test
    void an_item_is_disabled_and_enabled() {
        schedule("job", EVERY_SECOND);
        worker.awaitLine("ran job 1 first"::equals);

        operations.shardingOperate().disable("job", "1");
        assertThat(operations.shardingStatistics().getShardingInfo("job"))
                .extracting(ShardingInfo::getStatus)
                .contains(ShardingStatus.DISABLED);
        operations.shardingOperate().enable("job", "1");
        assertThat(tree.exists("/job/sharding/1/disabled")).isFalse();
        worker.awaitLine("ran job 1 first"::equals);
    }

    @Test
    void instances_are_shut_down_and_the_job_is_removed() {
        schedule("job", EVERY_SECOND);
        worker.awaitLine(line -> line.startsWith("ran job"));

        operations.jobOperate().shutdown("job", null);
        awaitStatus("job", JobStatus.CRASHED);
        operations.jobOperate().remove("job", null);
        assertThat(operations.serverStatistics().getServersTotalCount()).isZero();
        operations.jobConfiguration().removeJobConfiguration("job");
        assertThat(operations.jobs().names()).isEmpty();
    }
}
