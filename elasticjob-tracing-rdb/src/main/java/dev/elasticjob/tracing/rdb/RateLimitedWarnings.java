package dev.elasticjob.tracing.rdb;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs database failures, rate-limited: at the beginning of an outage, periodically, and at its end. */
final class RateLimitedWarnings {

    private static final Logger LOG = LoggerFactory.getLogger(HistoryWriter.class);
    private static final long PAUSE = Duration.ofMinutes(1).toNanos();

    private boolean failing;
    private long warnedAt;
    private boolean full;
    private long warnedFullAt;
    private boolean maintenanceFailed;
    private long warnedMaintenanceAt;

    synchronized void fails(Exception problem, long waiting, long dropped) {
        long now = System.nanoTime();
        if (!failing || now - warnedAt > PAUSE) {
            failing = true;
            warnedAt = now;
            LOG.warn(
                    "History cannot be written; jobs are not affected, and it is tried again. {} events wait, {} were"
                            + " dropped",
                    waiting,
                    dropped,
                    problem);
        }
    }

    synchronized void works(long dropped) {
        if (failing) {
            failing = false;
            LOG.info("History is written again. {} events were dropped since the start", dropped);
        }
        full = false;
    }

    synchronized void full(long dropped) {
        long now = System.nanoTime();
        if (!full || now - warnedFullAt > PAUSE) {
            if (warnedFullAt == 0 || now - warnedFullAt > PAUSE) {
                warnedFullAt = now;
                LOG.warn(
                        "There is no room for further events: the database does not keep up. {} were dropped since the"
                                + " start. A larger queue.capacity lasts longer",
                        dropped);
            }
            full = true;
        }
    }

    synchronized void maintenanceFails(Exception problem) {
        long now = System.nanoTime();
        if (!maintenanceFailed || now - warnedMaintenanceAt > 10 * PAUSE) {
            maintenanceFailed = true;
            warnedMaintenanceAt = now;
            LOG.warn("Old rows and unfinished runs could not be tidied up; that is tried again", problem);
        }
    }
}
