package dev.elasticjob.scheduler;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs code that is not the scheduler's own: the registry, threads, listeners, strategies, history. Whatever it throws, also
 * an {@link Error}, is logged and reported, and the caller continues. {@link OutgoingCall} lists what goes through it.
 *
 * <p>A failure that repeats is logged once a minute.
 */
final class Guard {

    private static final Logger LOG = LoggerFactory.getLogger(Guard.class);
    private static final Duration REPEAT_INTERVAL = Duration.ofMinutes(1);

    private final String subject;
    private final LongSupplier nanoTime;
    private final Consumer<String> reports;
    private final Map<String, Failure> failures = new HashMap<>();

    /** A failure that was logged, and how often it has occurred since without being logged. */
    private record Failure(long loggedAt, int repetitions) {}

    /**
     * @param subject what the calls are made for, for messages
     * @param nanoTime monotonic time
     * @param reports receives a message for every failure that is logged
     */
    Guard(String subject, LongSupplier nanoTime, Consumer<String> reports) {
        this.subject = subject;
        this.nanoTime = nanoTime;
        this.reports = reports;
    }

    /** Creates a guard for calls that no single job makes. */
    static Guard of(String subject, LongSupplier nanoTime) {
        return new Guard(subject, nanoTime, message -> {});
    }

    /** Returns whether the code returned. */
    boolean run(OutgoingCall call, Runnable code) {
        try {
            code.run();
            return true;
        } catch (Throwable thrown) {
            failed(call, thrown);
            return false;
        }
    }

    /** Returns the code's result, or {@code otherwise} if it throws. */
    <T> T get(OutgoingCall call, Supplier<? extends T> code, T otherwise) {
        try {
            return code.get();
        } catch (Throwable thrown) {
            failed(call, thrown);
            return otherwise;
        }
    }

    /** Logs and reports a failure that the caller caught. Never throws. */
    void failed(OutgoingCall call, Throwable thrown) {
        try {
            int before = repetitions(call + " " + thrown.getClass().getName());
            if (before < 0) {
                LOG.debug("{}: {} failed again", subject, call.description(), thrown);
                return;
            }
            LOG.error(
                    "{}: {} failed ({} times before without a message); continuing",
                    subject,
                    call.description(),
                    before,
                    thrown);
            reports.accept(call.description() + " failed: " + thrown + ". See the log for the stack trace");
        } catch (Throwable unreportable) {
            // The failure cannot be logged either. The caller must continue nevertheless.
            thrown.addSuppressed(unreportable);
        }
    }

    /** Returns how often this failure occurred since it was last logged; negative if it is not to be logged now. */
    private synchronized int repetitions(String kind) {
        long now = nanoTime.getAsLong();
        Failure last = failures.get(kind);
        if (last != null && now - last.loggedAt < REPEAT_INTERVAL.toNanos()) {
            failures.put(kind, new Failure(last.loggedAt, last.repetitions + 1));
            return -1;
        }
        failures.put(kind, new Failure(now, 0));
        return last == null ? 0 : last.repetitions;
    }
}
