package dev.elasticjob.benchmarks.scenario;

import dev.elasticjob.benchmarks.process.Server;
import dev.elasticjob.benchmarks.process.Side;
import dev.elasticjob.benchmarks.process.Worker;
import dev.elasticjob.benchmarks.report.Report;
import dev.elasticjob.benchmarks.wire.CountingProxy;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Environment of a scenario.
 *
 * @param quick whether a short run was requested
 */
public record Setting(Server server, Report report, boolean quick, Namespaces namespaces) {

    static final int SESSION_MILLIS = 60_000;

    /** Assigns a separate namespace to each measurement. */
    public static final class Namespaces {
        private int last;

        String next(Side side) {
            return side.argument() + "-" + ++last;
        }
    }

    String namespace(Side side) {
        return namespaces.next(side);
    }

    Worker worker(Side side) {
        return worker(side, namespace(side));
    }

    /** Starts a worker whose traffic is counted. */
    Worker worker(Side side, CountingProxy proxy) {
        return Worker.start(side, Worker.Life.SHORT, proxy.connectString(), namespace(side), SESSION_MILLIS);
    }

    Worker longLived(Side side) {
        return Worker.start(side, Worker.Life.LONG, server.connectString(), namespace(side), SESSION_MILLIS);
    }

    Worker worker(Side side, String namespace) {
        return Worker.start(side, Worker.Life.SHORT, server.connectString(), namespace, SESSION_MILLIS);
    }

    /** Returns the first number in a quick run, otherwise the second. */
    int quickOr(int quickly, int thoroughly) {
        return quick ? quickly : thoroughly;
    }

    static void rest(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    static void restUntil(long epochMicros) {
        rest(Duration.ofNanos(Math.max(0, epochMicros - micros()) * 1000));
    }

    /** Returns the current time in microseconds since 1970. */
    static long micros() {
        java.time.Instant now = java.time.Instant.now();
        return now.getEpochSecond() * 1_000_000 + now.getNano() / 1_000;
    }

    static void await(String what, Duration patience, BooleanSupplier condition) {
        long end = System.nanoTime() + patience.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("Timed out after " + patience + ": " + what);
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
