package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.domain.JobConfigurationPOJO;
import dev.elasticjob.lifecycle.domain.ShardingInfo;
import dev.elasticjob.lifecycle.domain.ShardingInfo.ShardingStatus;
import dev.elasticjob.lifecycle.view.ItemView;
import dev.elasticjob.lifecycle.view.JobDetail;
import dev.elasticjob.lifecycle.view.RunState;
import dev.elasticjob.lifecycle.view.RunView;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Runs operations on jobs of this engine while they run. */
class RunningJobsTest extends OnZookeeper {

    private static final String NEVER_MIND =
            "0 0 0 1 1 ? " + (Instant.now().atZone(ZoneOffset.UTC).getYear() + 2);

    private final List<ShardingContext> runs = new CopyOnWriteArrayList<>();

    private ScheduleJobBootstrap start(String name, int total, SimpleJob code) {
        SimpleJob recorded = context -> {
            runs.add(context);
            code.execute(context);
        };
        ScheduleJobBootstrap job = new ScheduleJobBootstrap(
                newCenter(),
                recorded,
                JobConfiguration.newBuilder(name, total)
                        .cron(NEVER_MIND)
                        .timeZone("UTC")
                        .jobParameter("first")
                        .build());
        job.schedule();
        awaitStatus(name, JobStatus.OK);
        return job;
    }

    private void awaitStatus(String name, JobStatus status) {
        await(name + " is " + status)
                .until(() -> operations.jobs().names().contains(name)
                        && operations.jobs().overview(name).status() == status);
    }

    @Test
    void a_run_is_shown_with_its_token_from_its_start_to_its_end() {
        CountDownLatch goOn = new CountDownLatch(1);
        start("job", 2, context -> goOn.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS));

        operations.jobOperate().trigger("job");
        await("both items run").until(() -> runs.size() == 2);

        JobDetail detail = operations.jobs().detail("job");
        String instance = detail.overview().instances().get(0);
        assertThat(detail.leader()).contains(instance);
        assertThat(detail.type()).isNotEmpty();
        assertThat(detail.configurationText().orElseThrow().text()).contains("jobParameter: first");
        assertThat(detail.overview().epoch().orElseThrow().open()).isTrue();
        assertThat(detail.overview().nextFire().orElseThrow().toString()).endsWith("-01-01T00:00:00Z");
        for (ShardingContext context : runs) {
            ItemView item = detail.items().get(context.getShardingItem());
            assertThat(item.status()).isEqualTo(ShardingStatus.RUNNING);
            assertThat(item.owner()).contains(instance);
            assertThat(item.runningOn()).contains(instance);
            assertThat(item.runningSince()).isPresent();
            RunView run = item.run().orElseThrow();
            assertThat(run.state()).isEqualTo(RunState.STARTED);
            assertThat(run.source()).isEqualTo(RunSource.MANUAL_TRIGGER);
            assertThat(run.attempt()).isEqualTo(1);
            assertThat(run.token()).hasValue(context.getFencingToken());
        }
        goOn.countDown();

        await("both have ended")
                .until(() -> operations.jobs().detail("job").items().stream()
                        .allMatch(each -> each.status() == ShardingStatus.PENDING));
        for (ShardingContext context : runs) {
            ItemView item = operations.jobs().detail("job").items().get(context.getShardingItem());
            assertThat(item.run().orElseThrow().state()).isEqualTo(RunState.DONE);
            assertThat(item.completedToken()).isEqualTo(context.getFencingToken());
        }
    }

    @Test
    void a_killed_run_fails_and_the_others_continue() {
        CountDownLatch end = new CountDownLatch(1);
        start("job", 2, context -> end.await());
        operations.jobOperate().trigger("job");
        await("both items run").until(() -> runs.size() == 2);
        long token = runs.stream()
                .filter(each -> each.getShardingItem() == 1)
                .findFirst()
                .orElseThrow()
                .getFencingToken();

        operations.shardingOperate().kill("job", "1", token);

        await("the run has ended").until(() -> stateOf(1) == RunState.FAILED);
        assertThat(stateOf(0)).isEqualTo(RunState.STARTED);
        await("the request is removed")
                .until(() -> tree.children("/job/trigger").isEmpty());
        end.countDown();
        await("the other has ended").until(() -> stateOf(0) == RunState.DONE);
    }

    private RunState stateOf(int item) {
        return operations
                .jobs()
                .detail("job")
                .items()
                .get(item)
                .run()
                .orElseThrow()
                .state();
    }

    @Test
    void a_kill_of_another_run_is_rejected_and_changes_nothing() {
        CountDownLatch end = new CountDownLatch(1);
        start("job", 1, context -> end.await());
        assertThatThrownBy(() -> operations.shardingOperate().kill("job", "0", 1))
                .isInstanceOf(OperationException.class)
                .hasMessage("Kill of item 0 of job 'job' with token 1: the item is not running");
        operations.jobOperate().trigger("job");
        await("it runs").until(() -> runs.size() == 1);
        long token = runs.get(0).getFencingToken();

        assertThatThrownBy(() -> operations.shardingOperate().kill("job", "0", token - 1))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("the run in progress has token " + token);
        assertThat(stateOf(0)).isEqualTo(RunState.STARTED);
        end.countDown();
        await("it has ended").until(() -> stateOf(0) == RunState.DONE);
    }

    @Test
    void a_disabled_item_does_not_run_when_the_others_do() {
        start("job", 3, context -> {});
        operations.shardingOperate().disable("job", "1");

        operations.jobOperate().trigger("job");
        await("the others have run").until(() -> runs.size() == 2);
        assertThat(runs).extracting(ShardingContext::getShardingItem).containsExactlyInAnyOrder(0, 2);
        assertThat(operations.shardingStatistics().getShardingInfo("job"))
                .extracting(ShardingInfo::getStatus)
                .contains(ShardingStatus.DISABLED);

        await("the request is done with")
                .until(() -> tree.children("/job/trigger").isEmpty());
        operations.shardingOperate().enable("job", "1");
        operations.jobOperate().trigger("job");
        await("all three have run").until(() -> runs.size() == 5);
    }

    @Test
    void a_job_is_disabled_and_enabled_again() {
        start("job", 1, context -> {});

        operations.jobOperate().disable("job", null);
        awaitStatus("job", JobStatus.DISABLED);
        operations.jobOperate().enable("job", null);
        awaitStatus("job", JobStatus.OK);
        operations.jobOperate().trigger("job");
        await("it runs").until(() -> runs.size() == 1);
    }

    @Test
    void an_edit_reaches_the_next_run() {
        start("job", 1, context -> {});
        JobConfigurationPOJO read = operations.jobConfiguration().getJobConfiguration("job");
        read.setJobParameter("second");
        read.setShardingTotalCount(4);
        operations.jobConfiguration().updateJobConfiguration(read);

        await("there are four items")
                .until(() ->
                        operations.jobs().overview("job").epoch().orElseThrow().total() == 4);
        awaitStatus("job", JobStatus.OK);
        operations.jobOperate().trigger("job");
        await("all four have run").until(() -> runs.size() == 4);
        assertThat(runs).extracting(ShardingContext::getJobParameter).containsOnly("second");
    }

    @Test
    void an_instance_that_is_shut_down_leaves_and_its_items_go_to_the_other() {
        start("job", 2, context -> {});
        String first = operations.jobs().overview("job").instances().get(0);
        start("job", 2, context -> {});
        await("there are two")
                .until(() -> operations.jobs().overview("job").instances().size() == 2);

        // Both instances have the same address, so the test deletes the node of one of them. The operation deletes
        // those of all instances at an address.
        tree.delete("/job/instances/" + first);
        await("its items have moved")
                .until(() -> operations.shardingStatistics().getShardingInfo("job").stream()
                        .noneMatch(each -> each.getInstanceId().equals(first)));
        awaitStatus("job", JobStatus.OK);

        operations.jobOperate().shutdown("job", null);
        awaitStatus("job", JobStatus.CRASHED);
    }

    @Test
    void a_removed_job_is_gone_for_good_while_its_instances_live() {
        CountDownLatch goOn = new CountDownLatch(1);
        ScheduleJobBootstrap job = start("job", 2, context -> goOn.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS));
        operations.jobOperate().trigger("job");
        await("it runs").until(() -> runs.size() == 2);

        operations.jobConfiguration().removeJobConfiguration("job");
        assertThat(operations.jobs().names()).isEmpty();
        goOn.countDown();
        job.shutdown();

        assertThat(tree.exists("/job")).isFalse();
    }
}
