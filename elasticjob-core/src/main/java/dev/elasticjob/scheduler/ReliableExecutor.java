package dev.elasticjob.scheduler;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Threads for which a task is never lost: where none can be started, that is reported and tried again. Each task runs once,
 * and what it throws is reported.
 */
final class ReliableExecutor implements Executor {

    private static final Duration RETRY = Duration.ofMillis(100);

    private final ExecutorService threads;
    private final ReliableTimer timer;
    private final Guard guard;
    private final OutgoingCall call;

    /** @param call which kind of threads these are, for reports */
    ReliableExecutor(ExecutorService threads, ReliableTimer timer, Guard guard, OutgoingCall call) {
        this.threads = threads;
        this.timer = timer;
        this.guard = guard;
        this.call = call;
    }

    /** @throws RejectedExecutionException only after the shutdown of the threads */
    @Override
    public void execute(Runnable task) {
        AtomicBoolean begun = new AtomicBoolean();
        submit(() -> {
            // Threads that threw may nevertheless have kept the task.
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
