package dev.elasticjob.tracing.rdb;

import static dev.elasticjob.tracing.rdb.server.TestDatabase.count;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.tracing.TracingConfiguration;
import dev.elasticjob.tracing.TracingMetrics;
import dev.elasticjob.tracing.rdb.server.KillablePostgres;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills and restarts the database process while jobs run. */
class OutageTest {

    private static final Duration BOUND = Duration.ofSeconds(90);
    private static final int ITEMS = 20;

    private final AtomicLong executed = new AtomicLong();
    private final AtomicLong unsuccessful = new AtomicLong();
    private final AtomicBoolean enough = new AtomicBoolean();

    @Test
    void jobs_do_not_notice_and_what_is_lost_is_counted(@TempDir Path directory) throws Exception {
        try (KillablePostgres postgres = new KillablePostgres(directory);
                InMemoryRegistryCenter center = new InMemoryRegistryCenter(new InMemoryRegistry(), "app")) {
            center.init();
            DataSource dataSource = postgres.dataSource();
            SimpleJob job = context -> executed.incrementAndGet();
            OneOffJobBootstrap bootstrap = new OneOffJobBootstrap(
                    center,
                    job,
                    JobConfiguration.newBuilder("orders", ITEMS)
                            .addExtraConfigurations(new TracingConfiguration<>("RDB", dataSource)
                                    .with("queue.capacity", "1000")
                                    .with("batch.size", "200")
                                    .with("batch.delay.milliseconds", "10")
                                    .with("retry.pause.milliseconds", "200"))
                            .build());
            ExecutorService load = Executors.newSingleThreadExecutor();
            try {
                Future<?> runs = load.submit(() -> runAllTheTime(bootstrap));
                await().atMost(BOUND).until(() -> metrics(center).written() > 1000);

                postgres.kill();
                long whenKilled = executed.get();
                // The outage lasts until runs are dropped, while the jobs continue.
                await().atMost(BOUND).until(() -> metrics(center).droppedRuns() > 100);
                await().atMost(BOUND).until(() -> executed.get() > whenKilled + 40 * ITEMS);
                postgres.startAgain();

                long whenBack = metrics(center).written();
                await().atMost(BOUND).until(() -> metrics(center).written() > whenBack + 2000);
                enough.set(true);
                runs.get(BOUND.toSeconds(), TimeUnit.SECONDS);
                await().atMost(BOUND).until(() -> metrics(center).waiting() == 0);
            } finally {
                enough.set(true);
                load.shutdownNow();
            }
            TracingMetrics metrics = metrics(center);
            bootstrap.shutdown();

            assertThat(unsuccessful).hasValue(0);
            assertThat(executed.get() - count(dataSource, "JOB_EXECUTION_LOG WHERE is_success"))
                    .as("missing runs; metrics are %s", metrics)
                    .isEqualTo(metrics.droppedRuns())
                    .isPositive();
            assertThat(metrics.received()).isEqualTo(metrics.written() + metrics.dropped());
        }
    }

    private static TracingMetrics metrics(InMemoryRegistryCenter center) {
        return Scheduler.on(center).tracingMetrics().get(0);
    }

    private void runAllTheTime(OneOffJobBootstrap bootstrap) {
        while (!enough.get()) {
            CompletableFuture<OneOffResult> run = bootstrap.execute();
            if (!run.orTimeout(BOUND.toSeconds(), TimeUnit.SECONDS).join().isSuccess()) {
                unsuccessful.incrementAndGet();
            }
        }
    }
}
