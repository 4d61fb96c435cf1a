package dev.elasticjob.test.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.OneOffResult.Outcome;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class JobClusterTest {

    @RegisterExtension
    private final JobCluster cluster = new JobCluster().within(Duration.ofMinutes(1));

    private static JobConfiguration.Builder config(int total) {
        return JobConfiguration.newBuilder("orders", total).jobErrorHandlerType("IGNORE");
    }

    @Test
    void a_job_runs_when_the_test_requests_it_whatever_its_cron() {
        Queue<String> seen = new ConcurrentLinkedQueue<>();
        SimpleJob job = context -> seen.add(context.getShardingParameter());
        JobConfiguration config = config(2)
                .cron("0 0 0 1 1 ?")
                .shardingItemParameters("0=north,1=south")
                .build();

        assertThat(cluster.run(job, config).isSuccess()).isTrue();
        assertThat(cluster.run(job, config).isSuccess()).isTrue();
        assertThat(seen).containsExactlyInAnyOrder("north", "south", "north", "south");
    }

    @Test
    void exceptions_of_the_code_of_an_item_are_returned() {
        SimpleJob job = context -> {
            if (context.getShardingItem() == 1) {
                throw new IllegalStateException("no stock");
            }
        };

        JobRun run = cluster.run(job, config(3).build());

        assertThat(run.isSuccess()).isFalse();
        assertThat(run.outcomes())
                .containsEntry(0, Outcome.DONE)
                .containsEntry(1, Outcome.FAILED)
                .containsEntry(2, Outcome.DONE);
        assertThat(run.failures()).containsOnlyKeys(1);
        assertThat(run.failures().get(1)).hasMessage("no stock");
    }

    @Test
    void a_dataflow_job_gets_what_it_fetched() {
        Queue<Integer> processed = new ConcurrentLinkedQueue<>();
        DataflowJob<Integer> job = new DataflowJob<>() {
            @Override
            public List<Integer> fetchData(ShardingContext context) {
                return List.of(context.getShardingItem());
            }

            @Override
            public void processData(ShardingContext context, List<Integer> data) {
                processed.addAll(data);
            }
        };

        assertThat(cluster.run(job, config(2).build()).isSuccess()).isTrue();
        assertThat(processed).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void items_are_distributed_and_move_when_an_instance_stops() {
        SimpleJob job = context -> {};
        JobConfiguration config = config(4).build();
        TestInstance first = cluster.instance("first").add(job, config);
        TestInstance second = cluster.instance("second").add(job, config);

        JobRun run = cluster.run("orders");
        assertThat(run.instances().values()).containsOnly("first", "second");
        assertThat(first.items("orders")).hasSize(2).doesNotContainAnyElementsOf(second.items("orders"));

        first.stop();
        assertThat(cluster.run("orders").instances().values()).containsOnly("second");
        assertThat(second.items("orders")).isEqualTo(Set.of(0, 1, 2, 3));
    }

    @Test
    void a_run_whose_instance_is_lost_is_taken_over_with_a_higher_token() throws InterruptedException {
        Map<Integer, ShardingContext> attempts = new ConcurrentHashMap<>();
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        SimpleJob job = context -> {
            attempts.put(context.getAttempt(), context);
            begun.countDown();
            if (context.getAttempt() == 1) {
                never.await(1, TimeUnit.MINUTES);
            }
        };
        JobConfiguration config = config(1).failover(true).build();
        TestInstance one = cluster.instance("one").add(job, config);
        TestInstance two = cluster.instance("two").add(job, config);
        TestInstance owner = cluster.owner("orders", 0);
        TestInstance other = owner == one ? two : one;

        CompletableFuture<OneOffResult> run = other.start("orders");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();
        owner.vanish();

        assertThat(cluster.await("orders", run).instances()).isEqualTo(Map.of(0, other.name()));
        assertThat(attempts.get(2).getFencingToken())
                .isGreaterThan(attempts.get(1).getFencingToken());
        assertThat(cluster.events()).anyMatch(JobEvent.FailedOver.class::isInstance);
        never.countDown();
    }

    @Test
    void the_result_of_a_run_is_not_reported_if_the_instance_that_requested_it_vanishes() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        SimpleJob job = context -> {
            begun.countDown();
            end.await(1, TimeUnit.MINUTES);
        };
        TestInstance only = cluster.instance("only").add(job, config(1).build());
        cluster.awaitAssigned("orders");
        CompletableFuture<OneOffResult> run = only.start("orders");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();

        only.vanish();
        end.countDown();

        assertThatThrownBy(() -> cluster.within(Duration.ofMillis(300)).await("orders", run))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void a_run_that_does_not_end_fails_the_test_with_what_happened() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        SimpleJob job = context -> {
            begun.countDown();
            never.await(1, TimeUnit.MINUTES);
        };
        TestInstance slow = cluster.instance("slow").add(job, config(1).build());
        cluster.awaitAssigned("orders");
        CompletableFuture<OneOffResult> run = slow.start("orders");
        assertThat(begun.await(1, TimeUnit.MINUTES)).isTrue();

        try {
            assertThatThrownBy(() -> cluster.within(Duration.ofMillis(10)).await("orders", run))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("Not within 10 ms: the end of a run of 'orders'")
                    .hasMessageContaining("Started");
        } finally {
            never.countDown();
        }
    }

    @Test
    void a_job_without_members_is_named() {
        assertThatThrownBy(() -> cluster.run("orders"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("No live instance is a member of job 'orders'");
    }
}
