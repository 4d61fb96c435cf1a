package dev.elasticjob.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.foreign.ForeignOperator;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.snapshot.SnapshotService;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Runs the lifecycle library of ElasticJob 3.0.4, in a separate process, on jobs of this engine. */
@TestInstance(Lifecycle.PER_CLASS)
class ForeignOperatorTest extends OnZookeeper {

    private static final String CRON = "0 0 0 1 1 ? 2098";

    private final List<ShardingContext> runs = new CopyOnWriteArrayList<>();
    private ForeignProcess operator;
    private CoordinatorRegistryCenter worker;
    private String instance;
    private String ip;

    @BeforeAll
    void startOperator() {
        operator = ForeignProcess.start(ForeignOperator.class, servers(), namespace);
    }

    @AfterAll
    void stopOperator() {
        operator.close();
    }

    @BeforeEach
    void startJob() {
        runs.clear();
        worker = newCenter();
        new ScheduleJobBootstrap(
                        worker,
                        (SimpleJob) runs::add,
                        JobConfiguration.newBuilder("job", 2)
                                .cron(CRON)
                                .jobParameter("first")
                                .build())
                .schedule();
        await("its owners are published").until(() -> tree.exists("/job/sharding/1/instance"));
        instance = operations.jobs().overview("job").instances().get(0);
        ip = Owners.address(instance);
    }

    @AfterEach
    void removeJob() {
        if (operations.jobs().names().contains("job")) {
            operations.jobConfiguration().removeJobConfiguration("job");
        }
    }

    private void awaitStatus(JobStatus status) {
        await("it is " + status).until(() -> operations.jobs().overview("job").status() == status);
    }

    @Test
    void it_reads_jobs_items_and_servers() {
        String job = "job OK 1 2 " + CRON;
        assertThat(operator.ask("jobs")).containsExactly("1", job);
        assertThat(operator.ask("job job")).containsExactly(job);
        assertThat(operator.ask("jobs-of " + ip)).hasSize(1);
        assertThat(operator.ask("servers")).containsExactly("1", ip + " 1 1 0");
        assertThat(operator.ask("items job"))
                .containsExactly(
                        "0 PENDING " + ip + " " + instance + " false", "1 PENDING " + ip + " " + instance + " false");
    }

    @Test
    void it_triggers() {
        assertThat(operator.ask("trigger job")).isEmpty();

        await("both items have run").until(() -> runs.size() == 2);
        await("the request is done with")
                .until(() -> tree.children("/job/trigger").isEmpty());
    }

    @Test
    void it_disables_and_enables() {
        assertThat(operator.ask("disable job -")).isEmpty();
        awaitStatus(JobStatus.DISABLED);
        assertThat(operator.ask("job job")).containsExactly("job DISABLED 1 2 " + CRON);
        assertThat(operator.ask("enable - " + ip)).isEmpty();
        awaitStatus(JobStatus.OK);
        operator.ask("trigger job");
        await("both items have run").until(() -> runs.size() == 2);
    }

    @Test
    void it_edits() {
        assertThat(operator.ask("parameter job second")).containsExactly(CRON + " first");
        operator.ask("trigger job");

        await("both items have run").until(() -> runs.size() == 2);
        assertThat(runs).extracting(ShardingContext::getJobParameter).containsOnly("second");
    }

    @Test
    void it_disables_and_enables_items() {
        assertThat(operator.ask("disable-item job 0")).isEmpty();
        assertThat(operator.ask("items job").get(0)).startsWith("0 DISABLED");
        operator.ask("trigger job");
        await("the other item has run").until(() -> runs.size() == 1);
        assertThat(runs.get(0).getShardingItem()).isEqualTo(1);
        await("the request is done with")
                .until(() -> tree.children("/job/trigger").isEmpty());
        assertThat(operator.ask("enable-item job 0")).isEmpty();
        operator.ask("trigger job");
        await("both have run").until(() -> runs.size() == 3);
    }

    @Test
    void it_shuts_down_and_removes_servers() {
        assertThat(operator.ask("shutdown job -")).isEmpty();
        awaitStatus(JobStatus.CRASHED);
        assertThat(operator.ask("job job")).containsExactly("job CRASHED 0 2 " + CRON);
        assertThat(operator.ask("remove job " + ip)).isEmpty();
        assertThat(tree.children("/job/servers")).isEmpty();
    }

    @Test
    void it_removes_a_server_on_which_the_job_runs() {
        assertThat(operator.ask("remove job " + ip)).isEmpty();

        awaitStatus(JobStatus.CRASHED);
        assertThat(tree.children("/job/servers")).isEmpty();
        assertThat(operator.ask("servers")).containsExactly("0");
    }

    @Test
    void it_dumps() {
        try (SnapshotService dumps = new SnapshotService(worker, ip, 0).listen()) {
            List<String> lines = operator.ask("dump job " + ip + " " + dumps.port());

            assertThat(lines)
                    .anyMatch(line -> line.startsWith("/job/config | ") && line.contains("jobParameter: first"))
                    .anyMatch(line -> line.startsWith("/job/sharding/1/instance | ip1@-@"))
                    .anyMatch(line -> line.equals("/job/servers/ip1 | ENABLED"))
                    .noneMatch(line -> line.contains(ip));
        }
    }

    @Test
    void it_removes_the_job() {
        assertThat(operator.ask("remove-job job")).isEmpty();

        await("it is gone").until(() -> operations.jobs().names().isEmpty());
        assertThat(operator.ask("jobs").get(0)).isEqualTo("0");
    }
}
