package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.EngineSettings;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A streaming run has no end of its own. It ends when it may not continue. */
class StreamingRunsTest {

    private static final String JOB = "stream";
    private static final int ITEMS = 2;
    private static final long LIMIT_SECONDS = 60;

    private final InMemoryRegistry registry = new InMemoryRegistry();
    private final List<CoordinatorRegistryCenter> centers = new ArrayList<>();
    private final List<Scheduler> schedulers = new ArrayList<>();
    private final CountDownLatch running = new CountDownLatch(ITEMS);
    /** The items whose code has returned. */
    private final BlockingQueue<Integer> stopped = new LinkedBlockingQueue<>();

    private RegistrySession operator;
    private Scheduler scheduler;
    private CompletableFuture<OneOffResult> run;

    @BeforeEach
    void run_both_items() throws InterruptedException {
        operator = newCenter().openSession().toCompletableFuture().join();
        scheduler = newProcess();
        run = scheduler.execute(JOB);
        assertThat(running.await(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    @AfterEach
    void close() {
        schedulers.forEach(Scheduler::close);
        centers.forEach(CoordinatorRegistryCenter::close);
    }

    private CoordinatorRegistryCenter newCenter() {
        CoordinatorRegistryCenter center = new InMemoryRegistryCenter(registry, "test");
        center.init();
        centers.add(center);
        return center;
    }

    private Scheduler newProcess() {
        Scheduler started = new Scheduler(newCenter(), EngineSettings.DEFAULT, Environment.system());
        schedulers.add(started);
        started.start(JobConfiguration.newBuilder(JOB, ITEMS).build(), "Stream", (configuration, runtime, context) -> {
                    running.countDown();
                    while (runtime.mayContinue()) {
                        // A batch.
                        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
                    }
                    stopped.add(context.getShardingItem());
                })
                .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
        return started;
    }

    private void commit(Transaction.Builder transaction) {
        assertThat(operator.commit(transaction.build()).toCompletableFuture().join())
                .isInstanceOf(CommitResult.Committed.class);
    }

    private int nextStopped() throws InterruptedException {
        Integer item = stopped.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertThat(item).as("an item that stops").isNotNull();
        return item;
    }

    @Test
    void an_item_that_is_disabled_stops_and_the_other_continues() throws InterruptedException {
        commit(Transaction.builder().create("/" + JOB + "/sharding/1/disabled", "", Transaction.Mode.PERSISTENT));
        assertThat(nextStopped()).isEqualTo(1);
        assertThat(stopped).isEmpty();
        assertThat(run).isNotDone();
    }

    @Test
    void all_items_of_a_server_that_is_disabled_stop() throws InterruptedException {
        String instanceId = scheduler.localView(JOB).orElseThrow().instanceId();
        String address = instanceId.substring(0, instanceId.indexOf("@-@"));
        commit(Transaction.builder().set("/" + JOB + "/servers/" + address, "DISABLED", Transaction.ANY_VERSION));
        assertThat(List.of(nextStopped(), nextStopped())).containsExactlyInAnyOrder(0, 1);
        assertThat(run.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join().isSuccess())
                .isTrue();
    }

    @Test
    void all_items_stop_when_their_job_is_shut_down() throws InterruptedException {
        CompletableFuture<Void> left = scheduler.shutdown(JOB);
        assertThat(List.of(nextStopped(), nextStopped())).containsExactlyInAnyOrder(0, 1);
        left.orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS).join();
    }

    @Test
    void an_item_that_is_assigned_to_another_instance_stops() throws InterruptedException {
        newProcess();
        int moved = nextStopped();
        assertThat(scheduler.localView(JOB).orElseThrow().items()).containsExactly(1 - moved);
    }
}
