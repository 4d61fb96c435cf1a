package dev.elasticjob.console.net;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * Calls to other systems, with a deadline. A call that exceeds it continues on its own thread until the other system
 * responds or the connection fails; its caller continues at the deadline.
 */
public final class BoundedCalls implements AutoCloseable {

    /** Deadline of every request to a registry or a history database. */
    public static final Duration LIMIT = Duration.ofSeconds(5);

    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "console-calls");
        thread.setDaemon(true);
        return thread;
    });

    /** Runs a task without waiting for it. */
    public void execute(Runnable task) {
        threads.execute(task);
    }

    /**
     * Runs a call and waits for its result until the deadline.
     *
     * @param late supplies the exception for a call that exceeds the deadline
     * @throws RuntimeException the exception of the call, or {@code late}
     */
    public <T> T call(Supplier<T> call, Supplier<? extends RuntimeException> late) {
        return await(CompletableFuture.supplyAsync(call, threads), late);
    }

    /** Waits for a result until the deadline, as {@link #call} does. */
    public <T> T await(CompletableFuture<T> result, Supplier<? extends RuntimeException> late) {
        try {
            return result.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException exceeded) {
            throw late.get();
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof RuntimeException known
                    ? known
                    : new IllegalStateException(failed.getCause());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw late.get();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
