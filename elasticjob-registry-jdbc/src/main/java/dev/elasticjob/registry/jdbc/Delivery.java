package dev.elasticjob.registry.jdbc;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Delivers results, hints and state changes on one thread, in the order in which they were posted. Results are delivered even after the
 * center was closed, because a caller may wait for them; the thread ends when it has nothing to deliver.
 */
final class Delivery {

    private static final Logger LOG = LoggerFactory.getLogger(Delivery.class);
    private static final Duration KEPT_IDLE = Duration.ofMinutes(10);
    private static final Duration KEPT_AFTER_END = Duration.ofMillis(10);

    private final ThreadPoolExecutor executor = new ThreadPoolExecutor(
            1, 1, KEPT_IDLE.toMillis(), TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), this::newThread);
    private volatile Thread thread;

    Delivery() {
        executor.allowCoreThreadTimeOut(true);
    }

    private Thread newThread(Runnable work) {
        Thread created = new Thread(work, "elasticjob-jdbc-registry-delivery");
        created.setDaemon(true);
        thread = created;
        return created;
    }

    void post(Runnable task) {
        executor.execute(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("A receiver of a result, hint or change of state of the registry failed", e);
            }
        });
    }

    boolean isCurrentThread() {
        return Thread.currentThread() == thread;
    }

    /** Waits for a limited time until everything posted before is delivered, and lets the thread end when it is idle. */
    void end(Duration longest) {
        CountDownLatch delivered = new CountDownLatch(1);
        post(delivered::countDown);
        try {
            if (!isCurrentThread() && !delivered.await(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("Results are still being delivered");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        executor.setKeepAliveTime(KEPT_AFTER_END.toMillis(), TimeUnit.MILLISECONDS);
    }
}
