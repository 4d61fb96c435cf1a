package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingMetrics;
import dev.elasticjob.tracing.rdb.schema.FailureKind;
import dev.elasticjob.tracing.rdb.schema.Schema;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes history with one thread, regardless of the number of jobs. Jobs only add events to a queue and never wait.
 *
 * <p>While the database is not available, events are queued and the writer retries with growing pauses. When three quarters of the queue
 * are used, only ends of runs are accepted; when it is full, no event is. Rejected events are dropped and counted. Rows whose values the
 * database permanently rejects are dropped and counted too. Other events are dropped only at shutdown, which waits for a limited time.
 */
final class HistoryWriter implements TracingListener {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryWriter.class);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

    /** Idle time after which the connection is released. */
    private static final Duration KEEP_CONNECTION = Duration.ofMillis(500);

    private final RdbTracingSettings settings;
    private final EventQueue queue;
    private final Counters counters = new Counters();
    private final RateLimitedWarnings warnings = new RateLimitedWarnings();
    private final RowIds ids = new RowIds();
    private final Session session;
    private final Maintenance maintenance;
    private Batch underWay;
    private final Thread thread = new Thread(this::run, "elasticjob-history");

    private HistoryWriter(DataSource dataSource, RdbTracingSettings settings, Session.SchemaOf schemas, Clock clock) {
        this.settings = settings;
        queue = new EventQueue(settings.queueCapacity());
        session = new Session(dataSource, schemas, settings.statementTimeout());
        maintenance = new Maintenance(session, settings, clock);
        thread.setDaemon(true);
    }

    static HistoryWriter start(DataSource dataSource, RdbTracingSettings settings) {
        return start(dataSource, settings, Schema::of, Clock.systemUTC());
    }

    static HistoryWriter start(
            DataSource dataSource, RdbTracingSettings settings, Session.SchemaOf schemas, Clock clock) {
        HistoryWriter writer = new HistoryWriter(dataSource, settings, schemas, clock);
        writer.counters.publish();
        writer.thread.start();
        return writer;
    }

    @Override
    public void onEvent(JobEvent event) {
        if (!Batch.isWritten(event)) {
            return;
        }
        counters.received();
        if (!queue.offer(event)) {
            counters.dropped(1, EventQueue.isEnd(event) ? 1 : 0);
            warnings.full(counters.getDropped());
        }
    }

    @Override
    public TracingMetrics metrics() {
        return counters.metrics();
    }

    // ---- writer thread ----

    private void run() {
        HistoryStore store = new HistoryStore(session, hostname());
        try {
            while (true) {
                List<JobEvent> events = queue.take(settings.batchSize(), settings.batchDelay(), patience());
                if (!events.isEmpty()) {
                    write(store, new Batch(events, ids));
                } else if (queue.isClosed()) {
                    return;
                } else if (!maintenance.isDue() && !maintenance.isUnderWay()) {
                    session.release();
                }
                if (maintenance.isDue() && !queue.isClosed()) {
                    maintain();
                }
            }
        } catch (InterruptedException ended) {
            LOG.debug("The history writer was asked to end", ended);
        } catch (Error unexpected) {
            // For example an incompatible driver. From now on all events are dropped and counted.
            LOG.error("The writer of history has ended; no history is written any more", unexpected);
            queue.close();
            if (underWay != null) {
                counters.dropped(underWay.events(), underWay.ends());
            }
            drop(queue.clear());
        } finally {
            session.release();
        }
    }

    private Duration patience() {
        Duration untilMaintenance = maintenance.untilDue();
        return untilMaintenance.compareTo(KEEP_CONNECTION) < 0 ? untilMaintenance : KEEP_CONNECTION;
    }

    private void write(HistoryStore store, Batch batch) throws InterruptedException {
        int[] left = {0, 0};
        underWay = batch;
        boolean oneByOne = false;
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                if (oneByOne) {
                    store.writeOneByOne(batch, (events, ends) -> {
                        left[0] += events;
                        left[1] += ends;
                    });
                } else {
                    store.write(batch);
                }
                underWay = null;
                counters.dropped(left[0], left[1]);
                counters.written(batch.events() - left[0]);
                warnings.works(counters.getDropped());
                return;
            } catch (SQLException | RuntimeException problem) {
                boolean refused = problem instanceof SQLException sql && isRefusal(sql);
                boolean wasOneByOne = oneByOne;
                oneByOne |= refused || problem instanceof HistoryStore.UnknownOutcomeException;
                session.reset();
                if (refused && !wasOneByOne) {
                    continue;
                }
                warnings.fails(problem, counters.getWaiting(), counters.getDropped());
            }
            if (!queue.pause(pause, settings.closeTimeout())) {
                underWay = null;
                counters.dropped(batch.events(), batch.ends());
                return;
            }
            pause = pause.multipliedBy(2);
            pause = pause.compareTo(settings.retryPause()) < 0 ? pause : settings.retryPause();
        }
    }

    private boolean isRefusal(SQLException problem) {
        if (problem instanceof HistoryStore.UnknownOutcomeException) {
            return false;
        }
        try {
            return FailureKind.of(problem, session.connection()) == FailureKind.DATA;
        } catch (SQLException unreachable) {
            return false;
        }
    }

    private void maintain() {
        try {
            maintenance.step();
        } catch (SQLException | RuntimeException problem) {
            session.reset();
            maintenance.failed();
            warnings.maintenanceFails(problem);
        }
    }

    private static String hostname() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            LOG.debug("This host has no name", nameless);
            return "unknown";
        }
    }

    private int drop(List<JobEvent> events) {
        counters.dropped(
                events.size(), events.stream().filter(EventQueue::isEnd).count());
        return events.size();
    }

    // ---- shutdown ----

    /** Writes the waiting events within the time limit and drops the rest. */
    @Override
    public void close() {
        queue.close();
        try {
            thread.join(settings.closeTimeout().plusMillis(200).toMillis());
        } catch (InterruptedException inAHurry) {
            Thread.currentThread().interrupt();
        }
        int left = drop(queue.clear());
        // The time limit has passed, so work in progress is interrupted.
        thread.interrupt();
        counters.withdraw();
        long waiting = counters.getWaiting();
        if (left > 0 || waiting > 0) {
            LOG.warn(
                    "History was closed before all was written: {} events are dropped, {} more are perhaps not written."
                            + " The limit is close.timeout.milliseconds, {}",
                    left,
                    waiting,
                    settings.closeTimeout().toMillis());
        }
    }
}
