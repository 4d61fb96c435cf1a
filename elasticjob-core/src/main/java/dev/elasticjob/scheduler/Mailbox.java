package dev.elasticjob.scheduler;

import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what is posted to it one after the other, and behind what came together one more step, on threads that it shares. */
final class Mailbox {

    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    /** So that one busy job does not keep the others waiting. */
    private static final int MOST_AT_ONCE = 200;

    private final String name;
    private final Executor threads;
    private final Runnable behind;
    private final Queue<Runnable> letters = new ArrayDeque<>(2);
    private boolean scheduled;

    /** @param behind what is run when all letters that were there have been, or so many that others want their turn */
    Mailbox(String name, Executor threads, Runnable behind) {
        this.name = name;
        this.threads = threads;
        this.behind = behind;
    }

    void post(Runnable letter) {
        synchronized (letters) {
            letters.add(letter);
            if (scheduled) {
                return;
            }
            scheduled = true;
        }
        threads.execute(this::work);
    }

    private void work() {
        for (int taken = 0; taken < MOST_AT_ONCE; ) {
            for (Optional<Runnable> letter = next(); letter.isPresent(); letter = next()) {
                step(letter.get());
                if (++taken >= MOST_AT_ONCE) {
                    break;
                }
            }
            step(behind);
            synchronized (letters) {
                if (letters.isEmpty()) {
                    scheduled = false;
                    return;
                }
            }
        }
        threads.execute(this::work);
    }

    private Optional<Runnable> next() {
        synchronized (letters) {
            return Optional.ofNullable(letters.poll());
        }
    }

    private void step(Runnable what) {
        try {
            what.run();
        } catch (RuntimeException | Error thrown) {
            // A bug of ours: whatever it was about, the next look decides it again.
            LOG.error("Job '{}': a step of the engine failed", name, thrown);
        }
    }
}
