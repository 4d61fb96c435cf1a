package dev.elasticjob.benchmarks;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingMetrics;
import dev.elasticjob.tracing.rdb.RdbTracingListenerFactory;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.apache.shardingsphere.elasticjob.tracing.JobTracingEventBus;
import org.apache.shardingsphere.elasticjob.tracing.api.TracingConfiguration;
import org.apache.shardingsphere.elasticjob.tracing.event.JobExecutionEvent;
import org.apache.shardingsphere.elasticjob.tracing.event.JobStatusTraceEvent;

/**
 * Measures the throughput of the history in PostgreSQL: 50,000 executions of tasks with 100 items, reported as fast as
 * possible, compared with ElasticJob 3.0.4 on the same server with an equal pool.
 *
 * <p>ElasticJob 3.0.4 cannot store tasks with 100 items because their ids are too long for its tables. Therefore tasks
 * with 20 items are measured as well.
 */
public final class HistoryBenchmark {

    private static final int EXECUTIONS = Integer.getInteger("history.executions", 50_000);

    /**
     * Number of executions for ElasticJob 3.0.4. It is smaller because its rate does not depend on the number, and a run
     * takes minutes.
     */
    private static final int COMPARED = Integer.getInteger("history.compared", 5_000);

    private static final long PATIENCE = TimeUnit.MINUTES.toNanos(5);

    private HistoryBenchmark() {}

    public static void main(String[] args) throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("fsync", "on")
                .start()) {
            System.out.printf(
                    Locale.ROOT,
                    "%-34s %10s %10s %10s %14s %16s%n",
                    "history in PostgreSQL",
                    "executions",
                    "lost",
                    "seconds",
                    "executions/s",
                    "caller us/event");
            measure(postgres, "this, 100 items a task", 100, EXECUTIONS, HistoryBenchmark::subject);
            measure(postgres, "this, 20 items a task", 20, EXECUTIONS, HistoryBenchmark::subject);
            measure(postgres, "ElasticJob 3.0.4, 20 items a task", 20, COMPARED, HistoryBenchmark::reference);
            measure(postgres, "ElasticJob 3.0.4, 100 items a task", 100, COMPARED, HistoryBenchmark::reference);
        }
    }

    private interface Contender {
        /** @return time that the callers spent reporting events, in nanoseconds */
        long run(HikariDataSource dataSource, DataSource watching, int items, int executions) throws Exception;
    }

    private static void measure(EmbeddedPostgres postgres, String name, int items, int executions, Contender contender)
            throws Exception {
        try (HikariDataSource dataSource = pool(postgres)) {
            // Uses separate connections because ElasticJob 3.0.4 may exhaust those of the pool.
            DataSource watching = postgres.getPostgresDatabase();
            drop(watching);
            long begun = System.nanoTime();
            long caller = contender.run(dataSource, watching, items, executions);
            double seconds = (System.nanoTime() - begun) / 1e9;
            long stored = count(watching);
            double events = 2.0 * executions;
            System.out.printf(
                    Locale.ROOT,
                    "%-34s %10d %10d %10.1f %14s %16.2f%n",
                    name,
                    executions,
                    executions - stored,
                    seconds,
                    stored == 0 ? "-" : String.valueOf(Math.round(stored / seconds)),
                    caller / events / 1e3);
        }
    }

    private static HikariDataSource pool(EmbeddedPostgres postgres) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(postgres.getJdbcUrl("postgres", "postgres"));
        config.setMaximumPoolSize(10);
        return new HikariDataSource(config);
    }

    private static void drop(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS JOB_EXECUTION_LOG");
            statement.execute("DROP TABLE IF EXISTS JOB_STATUS_TRACE_LOG");
            statement.execute("DROP TABLE IF EXISTS JOB_HISTORY_LEASE");
        }
    }

    private static long count(DataSource dataSource) throws SQLException {
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT COUNT(*) FROM JOB_EXECUTION_LOG WHERE is_success AND complete_time IS NOT NULL")) {
            rows.next();
            return rows.getLong(1);
        }
    }

    private static String taskId(int items) {
        return "benchmark@-@"
                + IntStream.range(0, items).mapToObj(String::valueOf).collect(Collectors.joining(","))
                + "@-@READY@-@10.0.0.1@-@12345";
    }

    // ---- this project ----

    private static long subject(HikariDataSource dataSource, DataSource watching, int items, int executions) {
        String taskId = taskId(items);
        SortedSet<Integer> all = IntStream.range(0, items).boxed().collect(Collectors.toCollection(TreeSet::new));
        JobEvent.Task task = new JobEvent.Task(taskId, "10.0.0.1@-@12345-1", "10.0.0.1", all, RunSource.NORMAL_TRIGGER);
        TracingListener listener = new RdbTracingListenerFactory()
                .create(dataSource, Map.of("queue.capacity", "1000000", "batch.size", "1000"));
        long begun = System.nanoTime();
        for (int run = 0; run < executions / items; run++) {
            Instant at = Instant.now();
            tell(listener, task, JobEvent.TaskState.STAGING);
            tell(listener, task, JobEvent.TaskState.RUNNING);
            for (int item = 0; item < items; item++) {
                listener.onEvent(new JobEvent.Started("benchmark", at, run(taskId, run, item, items, at)));
            }
            for (int item = 0; item < items; item++) {
                listener.onEvent(new JobEvent.Finished("benchmark", Instant.now(), run(taskId, run, item, items, at)));
            }
            tell(listener, task, JobEvent.TaskState.FINISHED);
        }
        long caller = System.nanoTime() - begun;
        await(() -> {
            TracingMetrics metrics = listener.metrics();
            return metrics.waiting() == 0;
        });
        listener.close();
        return caller;
    }

    private static void tell(TracingListener listener, JobEvent.Task task, JobEvent.TaskState state) {
        listener.onEvent(new JobEvent.TaskChanged("benchmark", Instant.now(), task, state, "", Map.of()));
    }

    private static JobEvent.Run run(String taskId, int run, int item, int total, Instant at) {
        return new JobEvent.Run(
                "run-" + run,
                taskId,
                "10.0.0.1@-@12345-1",
                "10.0.0.1",
                item,
                total,
                RunSource.NORMAL_TRIGGER,
                at,
                Optional.of(Instant.ofEpochSecond(1_800_000_000L + run)),
                1,
                run);
    }

    // ---- ElasticJob 3.0.4 ----

    private static long reference(HikariDataSource dataSource, DataSource watching, int items, int executions)
            throws SQLException {
        String taskId = taskId(items);
        String allItems = IntStream.range(0, items).boxed().toList().toString();
        JobTracingEventBus bus = new JobTracingEventBus(new TracingConfiguration<>("RDB", dataSource));
        long begun = System.nanoTime();
        for (int run = 0; run < executions / items; run++) {
            post(bus, taskId, allItems, JobStatusTraceEvent.State.TASK_STAGING);
            post(bus, taskId, allItems, JobStatusTraceEvent.State.TASK_RUNNING);
            for (int item = 0; item < items; item++) {
                JobExecutionEvent event = new JobExecutionEvent(
                        "host",
                        "10.0.0.1",
                        taskId,
                        "benchmark",
                        JobExecutionEvent.ExecutionSource.NORMAL_TRIGGER,
                        item);
                bus.post(event);
                bus.post(event.executionSuccess());
            }
            post(bus, taskId, allItems, JobStatusTraceEvent.State.TASK_FINISHED);
        }
        long caller = System.nanoTime() - begun;
        long[] last = {-1, System.nanoTime()};
        await(() -> {
            long now = count(watching);
            if (now != last[0]) {
                last[0] = now;
                last[1] = System.nanoTime();
            }
            // ElasticJob 3.0.4 does not report completion. The run ends when all rows are stored or no row was added
            // for ten seconds.
            return now >= executions || System.nanoTime() - last[1] > TimeUnit.SECONDS.toNanos(10);
        });
        return caller;
    }

    private static void post(JobTracingEventBus bus, String taskId, String items, JobStatusTraceEvent.State state) {
        bus.post(new JobStatusTraceEvent(
                "benchmark", taskId, "10.0.0.1", JobStatusTraceEvent.Source.LITE_EXECUTOR, "READY", items, state, ""));
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private static void await(Condition condition) {
        long begun = System.nanoTime();
        try {
            while (!condition.holds()) {
                if (System.nanoTime() - begun > PATIENCE) {
                    throw new IllegalStateException("It takes too long; set -Dhistory.executions to fewer");
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
            }
        } catch (SQLException problem) {
            throw new IllegalStateException("The database cannot be asked", problem);
        }
    }
}
