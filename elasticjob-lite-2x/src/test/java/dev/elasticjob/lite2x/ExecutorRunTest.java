package dev.elasticjob.lite2x;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

class ExecutorRunTest {

    private final ExecutorService executor = Executors.newSingleThreadExecutor(task -> new Thread(task, "application"));

    @AfterEach
    void end() {
        executor.shutdownNow();
    }

    /** Runs code on another thread, which the test can interrupt. */
    private static CompletableFuture<Throwable> start(ExecutorRun run, ExecutorService on, Thread[] waiting) {
        CompletableFuture<Throwable> result = new CompletableFuture<>();
        waiting[0] = new Thread(() -> {
            try {
                run.on(on);
                result.complete(null);
            } catch (Throwable thrown) {
                result.complete(thrown);
            }
        });
        waiting[0].start();
        return result;
    }

    @Test
    void code_runs_on_the_executor_with_the_logging_context() throws Exception {
        MDC.put("job", "example");
        String[] seen = new String[2];

        new ExecutorRun(() -> {
                    seen[0] = Thread.currentThread().getName();
                    seen[1] = MDC.get("job");
                    return null;
                })
                .on(executor);

        MDC.remove("job");
        assertThat(seen).containsExactly("application", "example");
        assertThat(executor.submit(() -> MDC.get("job")).get()).isNull();
    }

    @Test
    void exceptions_and_errors_of_the_code_are_thrown() {
        assertThatThrownBy(() -> new ExecutorRun(() -> {
                            throw new IllegalStateException("failed");
                        })
                        .on(executor))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("failed");
        assertThatThrownBy(() -> new ExecutorRun(() -> {
                            throw new AssertionError("wrong");
                        })
                        .on(executor))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void an_interruption_is_passed_on_and_the_end_of_the_code_is_awaited() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        Thread[] waiting = new Thread[1];
        CompletableFuture<Throwable> result = start(
                new ExecutorRun(() -> {
                    begun.countDown();
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException cancelled) {
                        interrupted.countDown();
                    }
                    released.await();
                    return null;
                }),
                executor,
                waiting);

        begun.await();
        waiting[0].interrupt();
        interrupted.await();
        assertThat(result).isNotDone();
        released.countDown();

        assertThat(result.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
    }

    @Test
    void code_that_waits_for_a_thread_never_begins_after_an_interruption() throws Exception {
        CountDownLatch busy = new CountDownLatch(1);
        executor.submit(() -> {
            busy.await();
            return null;
        });
        boolean[] ran = new boolean[1];
        Thread[] waiting = new Thread[1];
        CompletableFuture<Throwable> result = start(
                new ExecutorRun(() -> {
                    ran[0] = true;
                    return null;
                }),
                executor,
                waiting);

        waiting[0].interrupt();
        assertThat(result.get(30, TimeUnit.SECONDS)).isInstanceOf(InterruptedException.class);
        busy.countDown();
        executor.submit(() -> {}).get();

        assertThat(ran[0]).isFalse();
    }

    @Test
    void an_executor_that_was_shut_down_rejects_the_run() {
        executor.shutdown();

        assertThatThrownBy(() -> new ExecutorRun(() -> null).on(executor))
                .isInstanceOf(RejectedExecutionException.class);
    }
}
