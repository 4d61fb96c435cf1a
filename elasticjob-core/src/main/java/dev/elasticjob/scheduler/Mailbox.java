package dev.elasticjob.scheduler;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs the messages of one job one after the other on shared threads, and a further step after the messages that were waiting. A
 * message that throws is reported and does not affect the next.
 */
final class Mailbox {

    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    /** Limit after which other jobs are served, so that a busy job does not delay them. */
    private static final int MOST_AT_ONCE = 200;

    private final Executor threads;
    private final Runnable behind;
    private final Guard guard;
    private final Runnable onFailure;
    private final Queue<Runnable> messages = new ArrayDeque<>(2);
    private boolean scheduled;

    /**
     * @param behind runs after all waiting messages, or after so many that other jobs are served first
     * @param onFailure called when a step threw; must not throw
     */
    Mailbox(Executor threads, Runnable behind, Guard guard, Runnable onFailure) {
        this.threads = threads;
        this.behind = behind;
        this.guard = guard;
        this.onFailure = onFailure;
    }

    void post(Runnable message) {
        synchronized (messages) {
            messages.add(message);
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        schedule();
    }

    private void schedule() {
        try {
            threads.execute(this::work);
        } catch (RejectedExecutionException closed) {
            LOG.debug("The scheduler is closed", closed);
        }
    }

    private void work() {
        for (int taken = 0; taken < MOST_AT_ONCE; ) {
            for (Optional<Runnable> message = next(); message.isPresent(); message = next()) {
                step(message.get());
                if (++taken >= MOST_AT_ONCE) {
                    break;
                }
            }
            step(behind);
            synchronized (messages) {
                if (messages.isEmpty()) {
                    scheduled = false;
                    return;
                }
            }
        }
        schedule();
    }

    private Optional<Runnable> next() {
        synchronized (messages) {
            return Optional.ofNullable(messages.poll());
        }
    }

    private void step(Runnable what) {
        if (!guard.run(OutgoingCall.ENGINE, what)) {
            guard.run(OutgoingCall.ENGINE, onFailure);
        }
    }
}
