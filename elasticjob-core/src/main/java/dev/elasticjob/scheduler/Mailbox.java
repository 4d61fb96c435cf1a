package dev.elasticjob.scheduler;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs what is posted to it one after the other, on threads that it shares with others. */
final class Mailbox {

    private static final Logger LOG = LoggerFactory.getLogger(Mailbox.class);

    /** So that one busy job does not keep the others waiting. */
    private static final int MOST_AT_ONCE = 50;

    private final String name;
    private final Executor threads;
    private final Queue<Runnable> letters = new ArrayDeque<>();
    private boolean scheduled;

    Mailbox(String name, Executor threads) {
        this.name = name;
        this.threads = threads;
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
        for (int i = 0; i < MOST_AT_ONCE; i++) {
            Runnable letter;
            synchronized (letters) {
                letter = letters.poll();
                if (letter == null) {
                    scheduled = false;
                    return;
                }
            }
            try {
                letter.run();
            } catch (RuntimeException | Error thrown) {
                // A bug of ours: whatever it was about, the next look decides it again.
                LOG.error("Job '{}': a step of the engine failed", name, thrown);
            }
        }
        threads.execute(this::work);
    }
}
