package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.DataflowJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A streaming run that was failed over stops between two batches for the same reasons as any other streaming run. */
public abstract class StreamingFailoverTest {

    private static final String JOB = "streaming";
    private static final long LIMIT_SECONDS = 60;
    private static final int BATCH_MS = 5;

    private final List<Instance> instances = new ArrayList<>();
    private Instance lost;
    private Instance survivor;

    /** Creates a client with a separate connection. */
    protected abstract FaultyClient newClient(String namespace);

    /** An instance of the application, with the last batch that it processed of each item. */
    private final class Instance implements DataflowJob<Integer> {
        final FaultyClient client = newClient("streams");
        final CountingCenter center = new CountingCenter(client.center());
        final Map<Integer, ShardingContext> runs = new ConcurrentHashMap<>();
        final Map<Integer, Integer> batches = new ConcurrentHashMap<>();
        ScheduleJobBootstrap bootstrap;

        Instance start(JobConfiguration config) {
            center.init();
            instances.add(this);
            bootstrap = new ScheduleJobBootstrap(center, this, config);
            bootstrap.schedule();
            return this;
        }

        /** Never returns an empty batch. */
        @Override
        public List<Integer> fetchData(ShardingContext context) {
            return List.of(context.getShardingItem());
        }

        @Override
        public void processData(ShardingContext context, List<Integer> data) {
            runs.put(context.getShardingItem(), context);
            batches.merge(context.getShardingItem(), 1, Integer::sum);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BATCH_MS));
        }

        boolean processes(int item) {
            return runs.containsKey(item);
        }

        boolean hasFailedOver(int item) {
            return processes(item) && runs.get(item).getSource() == RunSource.FAILOVER;
        }

        /** Simulates a session that the registry ends without the instance learning it. */
        void vanish() {
            center.sessions().forEach(client::cut);
            center.sessions().forEach(client::expire);
        }
    }

    private static JobConfiguration config(int total) {
        return JobConfiguration.newBuilder(JOB, total)
                .cron("* * * * * ?")
                .failover(true)
                .setProperty(DataflowJobProperties.STREAM_PROCESS_KEY, "true")
                .build();
    }

    @BeforeEach
    void fail_over_both_items() {
        lost = new Instance().start(config(2));
        await("both items run", () -> lost.processes(0) && lost.processes(1));
        lost.vanish();
        survivor = new Instance().start(config(2));
        await("both are failed over", () -> survivor.hasFailedOver(0) && survivor.hasFailedOver(1));
    }

    @AfterEach
    void close() {
        lost.center.sessions().forEach(lost.client::heal);
        instances.forEach(each -> each.center.close());
        instances.forEach(each -> each.client.close());
    }

    @Test
    void it_stops_when_its_item_moves_and_the_owner_continues() {
        Instance another = new Instance().start(config(2));
        await("one of the items moves", () -> another.processes(0) || another.processes(1));
        int moved = another.processes(0) ? 0 : 1;
        int before = survivor.batches.get(moved);
        int seen = another.batches.get(moved);
        await("the owner continues", () -> another.batches.get(moved) > seen + 10);
        assertThat(survivor.batches.get(moved))
                .as("batches since the owner began")
                .isEqualTo(before);
    }

    @Test
    void it_stops_when_its_item_is_disabled() {
        operate(Transaction.builder().create("/" + JOB + "/sharding/1/disabled", "", Transaction.Mode.PERSISTENT));
        await("it stops", () -> !exists("/" + JOB + "/sharding/1/running"));
        assertThat(survivor.runs.get(1).isCancelled()).isFalse();
    }

    @Test
    void it_stops_when_its_server_is_disabled() {
        String ip = read(ReadRequest.empty().children("/" + JOB + "/servers"))
                .children("/" + JOB + "/servers")
                .get(0);
        operate(Transaction.builder().set("/" + JOB + "/servers/" + ip, "DISABLED", Transaction.ANY_VERSION));
        await(
                "both stop",
                () -> !exists("/" + JOB + "/sharding/0/running") && !exists("/" + JOB + "/sharding/1/running"));
        assertThat(survivor.runs.get(0).isCancelled()).isFalse();
    }

    @Test
    void it_does_not_hold_up_a_change_of_the_total() {
        operate(Transaction.builder()
                .set("/" + JOB + "/config", JobConfigurationCodec.encode(config(3)), Transaction.ANY_VERSION));
        await(
                "all items run with the new total",
                () -> survivor.processes(2)
                        && survivor.runs.values().stream().allMatch(context -> context.getShardingTotalCount() == 3));
    }

    @Test
    void it_stops_when_its_instance_leaves() {
        ShardingContext run = survivor.runs.get(0);
        survivor.bootstrap.shutdown();
        assertThat(run.isCancelled()).isFalse();
    }

    private RegistrySession operator() {
        return survivor.client.center().openSession().toCompletableFuture().join();
    }

    private void operate(Transaction.Builder transaction) {
        try (RegistrySession session = operator()) {
            assertThat(session.commit(transaction.build()).toCompletableFuture().join())
                    .isInstanceOf(CommitResult.Committed.class);
        }
    }

    private Snapshot read(ReadRequest request) {
        try (RegistrySession session = operator()) {
            return (Snapshot) session.read(request).toCompletableFuture().join();
        }
    }

    private boolean exists(String path) {
        return read(ReadRequest.of(path)).node(path).isPresent();
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime())
                    .as("Not within %d s: %s", LIMIT_SECONDS, what)
                    .isLessThan(end);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(BATCH_MS));
        }
    }
}
