package dev.elasticjob.test.registry;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for events. The only limit ends failed tests and is not a measurement. */
final class Waiting {

    static final Duration LIMIT = Duration.ofSeconds(60);

    private Waiting() {}

    static <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("Failed exceptionally: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("No answer within " + LIMIT, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted", e);
        }
    }
}
