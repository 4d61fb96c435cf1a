package dev.elasticjob.scheduler;

import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the JVM running while a scheduler has jobs, so that an application whose {@code main} returns after starting them
 * does not exit. All other threads of the scheduler are daemons; this class starts one thread that is not, whatever the
 * number of jobs, and ends it when the last job has left.
 */
final class KeepAlive {

    static final String THREAD_NAME = "elasticjob-keep-alive";

    private static final Logger LOG = LoggerFactory.getLogger(KeepAlive.class);

    private CountDownLatch released;

    /** Starts the thread. Has no effect while it is running. */
    synchronized void hold() {
        if (released != null) {
            return;
        }
        CountDownLatch latch = new CountDownLatch(1);
        Thread thread = new Thread(() -> await(latch), THREAD_NAME);
        // A thread inherits this property, and jobs may be started by a daemon thread.
        thread.setDaemon(false);
        thread.start();
        released = latch;
    }

    /** Ends the thread. Has no effect when there is none. */
    synchronized void release() {
        if (released != null) {
            released.countDown();
            released = null;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException ended) {
            LOG.warn(
                    "Thread {} was interrupted and ends: the JVM may now exit although jobs are scheduled."
                            + " Do not interrupt this thread; shut the jobs down instead",
                    THREAD_NAME);
        }
    }
}
