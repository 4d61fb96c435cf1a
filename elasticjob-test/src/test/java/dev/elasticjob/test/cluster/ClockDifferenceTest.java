package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.scheduler.Scheduler;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Verifies {@code maxTimeDiffSeconds} when the clocks of the machine and of the registry differ by an hour. */
class ClockDifferenceTest {

    private final SimpleJob job = context -> {};
    private InMemoryRegistryCenter center;

    private void connect(int hoursAhead) {
        Clock clock = Clock.offset(Clock.systemUTC(), Duration.ofHours(hoursAhead));
        center = new InMemoryRegistryCenter(
                InMemoryRegistry.builder().clock(clock).build(), "clocks");
        center.init();
    }

    @AfterEach
    void close() {
        center.close();
    }

    private static JobConfiguration config(int maxTimeDiffSeconds) {
        return JobConfiguration.newBuilder("job", 1)
                .cron("0 0 0 1 1 ? 2099")
                .maxTimeDiffSeconds(maxTimeDiffSeconds)
                .build();
    }

    private void assertRefused() {
        ScheduleJobBootstrap bootstrap = new ScheduleJobBootstrap(center, job, config(60));

        assertThatThrownBy(bootstrap::schedule)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Job 'job': maxTimeDiffSeconds is '60'")
                .hasMessageContaining("Synchronise the clocks");
        new Recorder()
                .await(
                        "the job has left",
                        any -> Scheduler.on(center).jobNames().isEmpty());
    }

    @Test
    void a_job_does_not_start_when_the_registry_is_ahead_by_more_than_it_allows() {
        connect(1);
        assertRefused();
    }

    @Test
    void a_job_does_not_start_when_the_registry_is_behind_by_more_than_it_allows() {
        connect(-1);
        assertRefused();
    }

    private void assertRuns(int maxTimeDiffSeconds) throws Exception {
        JobConfiguration config =
                config(maxTimeDiffSeconds).toBuilder().cron("").build();

        assertThat(new OneOffJobBootstrap(center, job, config)
                        .execute()
                        .get(1, TimeUnit.MINUTES)
                        .isSuccess())
                .isTrue();
    }

    @Test
    void a_job_starts_and_runs_when_it_allows_the_difference() throws Exception {
        connect(1);
        assertRuns(7_200);
    }

    @Test
    void a_job_without_a_limit_starts_and_runs() throws Exception {
        connect(1);
        assertRuns(-1);
    }
}
