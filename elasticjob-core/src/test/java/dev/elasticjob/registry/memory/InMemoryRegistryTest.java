package dev.elasticjob.registry.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.RegistrySession.State;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch.Scope;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the features of the registry in memory beyond the contract: faults, clocks, its thread. */
class InMemoryRegistryTest {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final AtomicLong nanos = new AtomicLong();
    private final InMemoryRegistry registry = InMemoryRegistry.builder()
            .clock(() -> Instant.EPOCH)
            .nanoClock(nanos::get)
            .sessionTimeout(Duration.ofSeconds(30))
            .limits(new RegistryLimits(5_000, 200))
            .build();
    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(registry, "test");
    private final List<InMemoryRegistryCenter> others = new ArrayList<>();

    @AfterEach
    void closeCenters() {
        center.close();
        others.forEach(InMemoryRegistryCenter::close);
    }

    @Test
    void requests_that_are_held_happen_when_they_are_released() {
        RegistrySession a = open();
        RegistrySession b = open();
        registry.control(a).holdRequests();
        CompletionStage<CommitResult> commit = a.commit(create("/node"));
        CompletionStage<ReadResult> read = a.read(ReadRequest.of("/node"));
        assertThat(snapshot(b).node("/node")).isEmpty();
        assertThat(commit.toCompletableFuture()).isNotDone();

        registry.control(a).release();

        assertThat(await(commit)).isInstanceOf(Committed.class);
        assertThat(((Snapshot) await(read)).node("/node")).isPresent();
    }

    @Test
    void answers_and_hints_that_are_held_come_in_order_when_they_are_released() {
        RegistrySession a = open();
        RegistrySession b = open();
        List<String> told = new ArrayList<>();
        a.watch("/node", Scope.NODE, hint -> told.add("hint"));
        registry.control(a).holdAnswers();
        CompletionStage<Boolean> commit = a.commit(create("/node"))
                .thenApply(result -> told.add("answer of " + result.getClass().getSimpleName()));
        assertThat(snapshot(b).node("/node")).isPresent();
        assertThat(commit.toCompletableFuture()).isNotDone();

        registry.control(a).release();

        await(commit);
        assertThat(told).containsExactly("hint", "answer of Committed");
    }

    @Test
    void requests_that_are_held_never_happen_when_the_connection_breaks() {
        RegistrySession a = open();
        RegistrySession b = open();
        registry.control(a).holdRequests();
        CompletionStage<CommitResult> commit = a.commit(create("/node"));
        CompletionStage<ReadResult> read = a.read(ReadRequest.of("/node"));

        registry.control(a).suspend();

        assertThat(await(commit)).isInstanceOf(Unknown.class);
        assertThat(await(read)).isInstanceOf(ReadResult.Failed.class);
        assertThat(snapshot(b).node("/node")).isEmpty();
        registry.control(a).resume();
        assertThat(await(a.commit(create("/node")))).isInstanceOf(Committed.class);
    }

    @Test
    void answers_that_are_held_are_lost_when_the_connection_breaks() {
        RegistrySession a = open();
        RegistrySession b = open();
        registry.control(a).holdAnswers();
        CompletionStage<CommitResult> commit = a.commit(create("/node"));

        registry.control(a).suspend();

        assertThat(await(commit)).isInstanceOf(Unknown.class);
        assertThat(snapshot(b).node("/node")).isPresent();
    }

    @Test
    void the_lease_runs_down_from_the_moment_the_session_falls_silent() {
        RegistrySession a = open();
        nanos.addAndGet(Duration.ofSeconds(100).toNanos());
        assertThat(a.leaseLeft()).isEqualTo(Duration.ofSeconds(30));

        registry.control(a).holdAnswers();
        awaitEverythingSoFar();
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        assertThat(a.leaseLeft()).isEqualTo(Duration.ofSeconds(20));
        registry.control(a).suspend();
        awaitEverythingSoFar();
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        assertThat(a.leaseLeft()).isEqualTo(Duration.ofSeconds(5));
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        assertThat(a.leaseLeft()).isEqualTo(Duration.ZERO);
        assertThat(a.state()).isEqualTo(State.SUSPENDED);

        registry.control(a).resume();
        awaitEverythingSoFar();
        assertThat(a.leaseLeft()).isEqualTo(Duration.ofSeconds(30));
    }

    @Test
    void a_session_that_is_over_has_no_lease() {
        RegistrySession lost = open();
        RegistrySession closed = open();
        registry.control(lost).expire();
        closed.close();
        awaitEverythingSoFar();

        assertThat(lost.state()).isEqualTo(State.LOST);
        assertThat(lost.leaseLeft()).isEqualTo(Duration.ZERO);
        assertThat(closed.state()).isEqualTo(State.CLOSED);
        assertThat(closed.leaseLeft()).isEqualTo(Duration.ZERO);
    }

    @Test
    void a_session_closed_while_suspended_leaves_its_nodes_until_it_expires() {
        RegistrySession a = open();
        RegistrySession b = open();
        await(a.commit(Transaction.builder().create("/node", "", Mode.BOUND).build()));
        registry.control(a).suspend();
        a.close();
        assertThat(snapshot(b).node("/node")).isPresent();

        registry.control(a).expire();

        assertThat(snapshot(b).node("/node")).isEmpty();
        assertThat(a.state()).isEqualTo(State.CLOSED);
    }

    @Test
    void clock_and_limits_are_those_that_were_set() {
        RegistrySession a = open();

        assertThat(((Committed) await(a.commit(create("/node")))).time()).isEqualTo(Instant.EPOCH);
        assertThat(a.limits()).isEqualTo(new RegistryLimits(5_000, 200));
        assertThat(a.timeout()).isEqualTo(Duration.ofSeconds(30));
        CommitResult result = await(
                a.commit(Transaction.builder().set("/node", new byte[5_000], 0).build()));
        assertThat(((Refused) result).refusal()).isEqualTo(Refusal.TOO_LARGE);
    }

    @Test
    void a_receiver_that_fails_does_not_prevent_the_notification_of_others() {
        RegistrySession a = open();
        CompletableFuture<Hint> told = new CompletableFuture<>();
        a.watch("/node", Scope.NODE, hint -> {
            throw new IllegalStateException("a receiver that fails, on purpose");
        });
        a.watch("/node", Scope.NODE, told::complete);

        assertThat(await(a.commit(create("/node")))).isInstanceOf(Committed.class);

        assertThat(await(told)).isEqualTo(new Hint("/node", false));
    }

    @Test
    void a_center_must_be_initialised_and_not_closed() {
        InMemoryRegistryCenter latent = new InMemoryRegistryCenter(registry, "latent");
        assertThatThrownBy(() -> latent.openSession().toCompletableFuture().get())
                .hasCauseInstanceOf(RegistryException.class)
                .hasMessageContaining("init()");
        latent.close();
        assertThatThrownBy(latent::init).isInstanceOf(RegistryException.class).hasMessageContaining("closed");
    }

    @Test
    void sessions_of_another_registry_are_not_controlled() {
        RegistrySession a = open();

        assertThatIllegalArgumentException().isThrownBy(() -> new InMemoryRegistry().control(a));
    }

    @Test
    void the_thread_ends_with_the_last_center_and_a_later_center_finds_the_nodes() throws Exception {
        InMemoryRegistryCenter second = new InMemoryRegistryCenter(registry, "test");
        others.add(second);
        second.init();
        RegistrySession a = open();
        await(a.commit(create("/node")));
        CompletableFuture<Thread> deliveredOn = new CompletableFuture<>();
        a.onStateChange(state -> deliveredOn.complete(Thread.currentThread()));
        Thread thread = await(deliveredOn);
        assertThat(thread).isNotSameAs(Thread.currentThread());
        assertThat(thread.isDaemon()).isTrue();

        center.close();
        assertThat(await(second.openSession()).state()).isEqualTo(State.CONNECTED);
        assertThat(thread.isAlive()).isTrue();
        second.close();
        thread.join(LIMIT.toMillis());
        assertThat(thread.isAlive()).isFalse();

        InMemoryRegistryCenter third = new InMemoryRegistryCenter(registry, "test");
        others.add(third);
        third.init();
        assertThat(snapshot(await(third.openSession())).node("/node")).isPresent();
    }

    private RegistrySession open() {
        center.init();
        return await(center.openSession());
    }

    /** Waits for earlier calls: everything is executed in order, so they are complete when another session is open. */
    private void awaitEverythingSoFar() {
        open();
    }

    private static Transaction create(String path) {
        return Transaction.builder().create(path, "", Mode.PERSISTENT).build();
    }

    private static Snapshot snapshot(RegistrySession session) {
        return (Snapshot) await(session.read(ReadRequest.of("/node").synced()));
    }

    private static <T> T await(CompletionStage<T> stage) {
        return stage.toCompletableFuture()
                .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
