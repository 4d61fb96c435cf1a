package dev.elasticjob.scheduler;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * An executor that does not lose a task: if no thread can be started, that is reported and retried. Each task runs once, and its
 * exceptions are reported.
 */
final class ReliableExecutor implements Executor {

    private static final Duration RETRY = Duration.ofMillis(100);

    private final ExecutorService threads;
    private final ReliableTimer timer;
    private final Guard guard;
    private final OutgoingCall call;

    /** @param call the kind of threads, for reports */
    ReliableExecutor(ExecutorService threads, ReliableTimer timer, Guard guard, OutgoingCall call) {
        this.threads = threads;
        this.timer = timer;
        this.guard = guard;
        this.call = call;
    }

    /** @throws RejectedExecutionException only after the threads were shut down */
    @Override
    public void execute(Runnable task) {
        AtomicBoolean begun = new AtomicBoolean();
        submit(() -> {
            // An executor that threw may have accepted the task nevertheless.
            if (begun.compareAndSet(false, true)) {
                guard.run(OutgoingCall.THREAD_TASK, task);
            }
        });
    }

    private void submit(Runnable task) {
        try {
            threads.execute(task);
        } catch (Throwable thrown) {
            if (thrown instanceof RejectedExecutionException closed && threads.isShutdown()) {
                throw closed;
            }
            guard.failed(call, thrown);
            timer.schedule(() -> submit(task), RETRY);
        }
    }
}
