package dev.elasticjob.scheduler;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the items of one job on shared threads, up to a maximum at a time. Holds no thread while no item runs. */
final class Workers {

    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);

    private final Executor threads;
    private final Queue<Runnable> waiting = new ArrayDeque<>(2);
    private int most;
    private int running;

    Workers(Executor threads, int most) {
        this.threads = threads;
        this.most = most;
    }

    /** Sets the maximum, which takes effect with the next item. */
    synchronized void limit(int newMost) {
        most = Math.max(1, newMost);
        fill();
    }

    synchronized void execute(Runnable task) {
        waiting.add(task);
        fill();
    }

    private void fill() {
        while (running < most && !waiting.isEmpty()) {
            Runnable task = waiting.poll();
            running++;
            try {
                threads.execute(() -> {
                    try {
                        task.run();
                    } finally {
                        ended();
                    }
                });
            } catch (RejectedExecutionException closed) {
                running--;
                LOG.debug("The scheduler is closed", closed);
            }
        }
    }

    private synchronized void ended() {
        running--;
        fill();
    }
}
