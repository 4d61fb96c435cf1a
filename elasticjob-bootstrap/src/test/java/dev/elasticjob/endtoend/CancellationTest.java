package dev.elasticjob.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CancellationTest {

    /** Job that ignores interrupts and queries the cancellation. */
    private static final class Asking implements SimpleJob {

        private final CountDownLatch begun = new CountDownLatch(1);
        private final CountDownLatch never = new CountDownLatch(1);
        private final AtomicBoolean stopped = new AtomicBoolean();

        @Override
        public void execute(ShardingContext context) {
            begun.countDown();
            while (!context.isCancelled()) {
                try {
                    never.await(10, TimeUnit.MILLISECONDS);
                } catch (InterruptedException swallowed) {
                    // Ignores the interrupt, like incorrect code of applications.
                }
            }
            stopped.set(true);
        }
    }

    @Test
    void code_can_query_whether_it_should_stop() throws InterruptedException {
        Asking code = new Asking();
        try (Application application = new Application()) {
            OneOffJobBootstrap job = application.start(code, JobConfiguration.newBuilder("asking", 1));
            job.execute();
            assertThat(code.begun.await(Application.LIMIT_SECONDS, TimeUnit.SECONDS))
                    .isTrue();

            job.shutdown();

            assertThat(code.stopped).isTrue();
        }
    }
}
