package dev.elasticjob.lite2x;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.slf4j.MDC;

/**
 * Runs code on an executor of the application and waits for its end. An interruption of the waiting thread is passed on to the
 * code, and the wait continues: the item runs until its code has returned.
 */
final class ExecutorRun {

    private final Callable<Void> code;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Map<String, String> context = MDC.getCopyOfContextMap();
    private boolean begun;
    private boolean cancelled;
    private volatile Throwable thrown;

    ExecutorRun(Callable<Void> code) {
        this.code = code;
    }

    void on(ExecutorService executor) throws Exception {
        Future<?> future = executor.submit(this::run);
        boolean interrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException cancel) {
                interrupted = true;
                if (!cancelAndAwaitsEnd(future)) {
                    break;
                }
            }
        }
        if (interrupted && thrown == null) {
            throw new InterruptedException("The run was cancelled");
        }
        if (thrown instanceof Error error) {
            throw error;
        }
        if (thrown != null) {
            throw (Exception) thrown;
        }
    }

    /** Returns false if the code has not started and never will. */
    private synchronized boolean cancelAndAwaitsEnd(Future<?> future) {
        cancelled = true;
        future.cancel(true);
        return begun;
    }

    private void run() {
        synchronized (this) {
            if (cancelled) {
                return;
            }
            begun = true;
        }
        Map<String, String> before = MDC.getCopyOfContextMap();
        try {
            setContext(context);
            code.call();
        } catch (Throwable problem) {
            thrown = problem;
        } finally {
            setContext(before);
            ended.countDown();
        }
    }

    private static void setContext(Map<String, String> context) {
        if (context == null) {
            MDC.clear();
        } else {
            MDC.setContextMap(context);
        }
    }
}
