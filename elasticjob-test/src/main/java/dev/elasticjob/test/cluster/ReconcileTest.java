package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Verifies that an instance detects changes without a notification of the registry. The test takes about a minute. */
public abstract class ReconcileTest {

    private static final String NEVER = "0 0 0 1 1 ? 2099";

    /** Shorter than the default interval, after which an instance reads everything again in any case. */
    private static final int LIMIT_MINUTES = 5;

    /** Creates a client with a separate connection. */
    protected abstract FaultyClient newClient(String namespace);

    @Test
    void a_change_whose_notification_is_lost_is_noticed_within_the_reconcile_interval() throws Exception {
        CountDownLatch ran = new CountDownLatch(1);
        SimpleJob job = context -> ran.countDown();
        try (Instance operator = new Instance(newClient("reconcile"));
                Instance instance = new Instance(newClient("reconcile"))) {
            instance.schedule(
                    job,
                    JobConfiguration.newBuilder("job", 1)
                            .cron(NEVER)
                            .reconcileIntervalMinutes(1)
                            .build());
            operator.awaitNode("/job/sharding/0/instance");
            instance.center.muteHints();
            String text = operator.text("/job/config").orElseThrow();
            assertThat(text).contains(NEVER);

            operator.operate(Transaction.builder()
                    .set("/job/config", text.replace(NEVER, "0/1 * * * * ?"), Transaction.ANY_VERSION)
                    .build());

            assertThat(ran.await(LIMIT_MINUTES, TimeUnit.MINUTES))
                    .as("it runs by its new cron")
                    .isTrue();
        }
    }
}
