package dev.elasticjob.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nodes that no instance of this engine writes, and that would stop a job or make it run endlessly: the worker reports and repairs them,
 * and the job continues with one run for each fire.
 */
class HostileNodesTest {

    private static final String EPOCH = "/job/leader/sharding";
    private static final String LEADER = "/job/leader/election/instance";
    private static final String FORGED = "10.0.0.9@-@9-9";
    private static final String UNBOUND = "Nodes that are not bound to a session are ignored and deleted";

    /** Makes the change while the job runs, and requires the report and further runs. */
    private static void require(String report, Change change) throws InterruptedException {
        try (HostileWorker worker = new HostileWorker()) {
            ScheduleJobBootstrap job = worker.start(HostileWorker.job());
            worker.awaitRuns("before", 1);
            change.make(worker.registry);
            worker.awaitMessage(report);
            worker.awaitRuns("after the repair", 3);
            assertThat(worker.runs.values()).allMatch(count -> count == 1);
            assertThat(worker.registry.texts("/job").toString())
                    .doesNotContain(FORGED, "Nowhere", "not a cron", String.valueOf(Long.MAX_VALUE));
            job.shutdown();
        }
    }

    /** A change of the registry. */
    private interface Change {
        void make(FuzzedRegistry registry);
    }

    private static void edit(FuzzedRegistry registry, String path, UnaryOperator<String> edit) {
        assertThat(registry.put(path, edit.apply(registry.texts(path).get(path))))
                .isTrue();
    }

    /** Creates a node that is not bound to a session. A mark is created between runs: the end of a run would delete it. */
    private static void forge(FuzzedRegistry registry, String path) {
        while (!registry.create(path, FORGED)) {
            if (path.equals(LEADER)) {
                registry.delete(path);
            }
        }
    }

    @Test
    void an_epoch_that_counts_fires_from_the_end_of_time_is_reported_and_replaced() throws InterruptedException {
        require(
                "The epoch counts fires only after",
                registry -> edit(registry, EPOCH, text -> text.replaceAll("since -?\\d+", "since " + Long.MAX_VALUE)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cron not a cron", "zone Nowhere/Nothing"})
    void an_epoch_that_cannot_be_read_is_reported_and_replaced(String line) throws InterruptedException {
        String field = line.substring(0, line.indexOf(' '));
        require(
                "The epoch cannot be read",
                registry ->
                        edit(registry, EPOCH, text -> text.replaceAll("(?m)^" + field + "( .*)?\n", "") + line + "\n"));
    }

    @Test
    void a_run_record_from_the_future_is_reported_and_replaced_by_one_run() throws InterruptedException {
        require(
                "The run record of item 0 names a fire in the future",
                registry -> edit(registry, "/job/sharding/0", text -> "begun " + 7_258_118_400_000L + "\n"));
    }

    @ParameterizedTest
    @ValueSource(strings = {LEADER, "/job/instances/" + FORGED, "/job/sharding/0/running"})
    void a_node_that_is_not_bound_to_a_session_is_reported_and_deleted(String path) throws InterruptedException {
        require(UNBOUND, registry -> forge(registry, path));
    }

    @Test
    void a_leader_node_that_was_overwritten_is_reported_and_repaired() throws InterruptedException {
        require(
                "The node of the leader, which this instance holds, was overwritten with '" + FORGED,
                registry -> edit(registry, LEADER, text -> FORGED));
    }
}
