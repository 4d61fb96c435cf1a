package dev.elasticjob.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.Retry;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RunControlEndToEndTest {

    private static final Retry AT_ONCE = Retry.fixed(3, Duration.ofMillis(100));

    private static JobConfiguration.Builder job(String name) {
        return JobConfiguration.newBuilder(name, 1).jobErrorHandlerType("RECORDING");
    }

    @Test
    void a_run_that_exceeds_its_timeout_is_interrupted_and_fails() throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        try (Application application = new Application()) {
            SimpleJob waiting = context -> never.await();
            OneOffResult result = application.run(waiting, job("too-long").timeout(Duration.ofMillis(200)));

            assertThat(result.items()).containsEntry(0, OneOffResult.Outcome.FAILED);
            assertThat(RecordingErrorHandler.next("too-long"))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessageContaining("Item 0 of job 'too-long'")
                    .hasMessageContaining("200 ms");
        }
    }

    @Test
    void the_result_of_a_run_waits_for_its_retries() {
        AtomicInteger tries = new AtomicInteger();
        try (Application application = new Application()) {
            SimpleJob failingTwice = context -> {
                if (tries.incrementAndGet() < 3) {
                    throw new IllegalStateException("try " + tries);
                }
            };
            OneOffResult result = application.run(failingTwice, job("recovers").retry(AT_ONCE));

            assertThat(result.isSuccess()).isTrue();
            assertThat(tries).hasValue(3);
        }
    }

    @Test
    void a_run_that_keeps_failing_ends_with_its_last_retry() throws InterruptedException {
        AtomicInteger tries = new AtomicInteger();
        try (Application application = new Application()) {
            SimpleJob failing = context -> {
                throw new IllegalStateException("try " + tries.incrementAndGet());
            };
            OneOffResult result = application.run(failing, job("hopeless").retry(AT_ONCE));

            assertThat(result.items()).containsEntry(0, OneOffResult.Outcome.FAILED);
            assertThat(tries).hasValue(4);
            assertThat(RecordingErrorHandler.next("hopeless"))
                    .as("the error handler is called for the last try only")
                    .hasMessage("try 4");
        }
    }

    @Test
    void an_exception_that_the_retry_excludes_is_final() {
        AtomicInteger tries = new AtomicInteger();
        try (Application application = new Application()) {
            SimpleJob failing = context -> {
                tries.incrementAndGet();
                throw new IllegalArgumentException("wrong input");
            };
            OneOffResult result =
                    application.run(failing, job("final").retry(AT_ONCE.notOn(IllegalArgumentException.class)));

            assertThat(result.items()).containsEntry(0, OneOffResult.Outcome.FAILED);
            assertThat(tries).hasValue(1);
        }
    }

    @Test
    void a_run_that_exceeds_its_timeout_is_tried_again() {
        AtomicInteger tries = new AtomicInteger();
        CountDownLatch never = new CountDownLatch(1);
        try (Application application = new Application()) {
            SimpleJob slowOnce = context -> {
                if (tries.incrementAndGet() == 1) {
                    never.await();
                }
            };
            // Only the first try is ended by it: the second one returns at once, whatever the machine.
            OneOffResult result = application.run(
                    slowOnce, job("slow-once").timeout(Duration.ofSeconds(2)).retry(AT_ONCE));

            assertThat(result.isSuccess()).isTrue();
            assertThat(tries).hasValue(2);
        }
    }

    @Test
    void an_operator_kills_one_run_by_its_token() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        long[] token = new long[1];
        String[] instance = new String[1];
        try (Application application = new Application()) {
            SimpleJob waiting = context -> {
                token[0] = context.getFencingToken();
                begun.countDown();
                never.await();
            };
            OneOffJobBootstrap job = application.start(waiting, job("killed").retry(AT_ONCE));
            CompletableFuture<OneOffResult> result = job.execute();
            Application.within(CompletableFuture.runAsync(() -> {
                try {
                    begun.await();
                } catch (InterruptedException ended) {
                    throw new AssertionError(ended);
                }
            }));
            instance[0] = application.read("/killed/sharding/0/running").orElseThrow();

            application.create("/killed/trigger/" + instance[0], "kill 0 " + token[0] + "\n");

            assertThat(Application.within(result).items()).containsEntry(0, OneOffResult.Outcome.FAILED);
            assertThat(application.read("/killed/sharding/0").orElseThrow()).contains("reason killed");
        }
    }
}
