package dev.elasticjob.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Failed;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.memory.InMemoryRegistry;
import dev.elasticjob.registry.memory.InMemoryRegistryCenter;
import dev.elasticjob.registry.memory.SessionControl;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BatchedReadsTest {

    private static final int JOBS = 8;

    private final InMemoryRegistry registry = new InMemoryRegistry();
    private final InMemoryRegistryCenter center = new InMemoryRegistryCenter(registry, "test");
    private final Queue<ReadRequest> sent = new ConcurrentLinkedQueue<>();
    private SessionControl control;
    private BatchedReads reads;

    @BeforeEach
    void open() {
        center.init();
        RegistrySession session = center.openSession().toCompletableFuture().join();
        control = registry.control(session);
        reads = new BatchedReads(noting(session), Guard.of("test", System::nanoTime));
        for (int job = 0; job < JOBS; job++) {
            session.commit(Transaction.builder()
                            .create("/job" + job, "of " + job, Mode.PERSISTENT)
                            .create("/job" + job + "/a", "", Mode.PERSISTENT)
                            .build())
                    .toCompletableFuture()
                    .join();
        }
    }

    @AfterEach
    void close() {
        center.close();
    }

    /** Notes what is read, and does not allow to read what is secret. */
    private RegistrySession noting(RegistrySession session) {
        return (RegistrySession) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {RegistrySession.class}, (proxy, method, arguments) -> {
                    if (arguments != null && arguments[0] instanceof ReadRequest request) {
                        sent.add(request);
                        if (request.nodePaths().contains("/secret")) {
                            return CompletableFuture.completedFuture(new Failed("not allowed", false));
                        }
                    }
                    return method.invoke(session, arguments);
                });
    }

    private CompletableFuture<ReadResult> read(ReadRequest request) {
        return reads.call(request).toCompletableFuture();
    }

    private static ReadRequest of(int job) {
        return ReadRequest.of("/job" + job).children("/job" + job);
    }

    private static ReadResult answer(CompletableFuture<ReadResult> result) {
        return result.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    void what_comes_while_others_are_under_way_is_read_as_one_and_everybody_finds_what_he_asked_for() {
        control.holdRequests();
        List<CompletableFuture<ReadResult>> all =
                IntStream.range(0, JOBS).mapToObj(job -> read(of(job))).toList();
        control.release();

        for (int job = 0; job < JOBS; job++) {
            Snapshot found = (Snapshot) answer(all.get(job));
            assertThat(found.node("/job" + job).orElseThrow().text()).isEqualTo("of " + job);
            assertThat(found.children("/job" + job)).containsExactly("a");
        }
        assertThat(sent).hasSize(3);
    }

    @Test
    void what_is_to_be_synced_is_not_mixed_with_what_is_not() {
        control.holdRequests();
        read(of(0));
        read(of(1));
        CompletableFuture<ReadResult> plain = read(of(2));
        CompletableFuture<ReadResult> synced = read(of(3).synced());
        CompletableFuture<ReadResult> alsoSynced = read(of(4).synced());
        control.release();

        assertThat(List.of(plain, synced, alsoSynced))
                .allSatisfy(each -> assertThat(answer(each)).isInstanceOf(Snapshot.class));
        assertThat(sent.stream().map(ReadRequest::isSynced)).containsExactly(false, false, false, true);
    }

    @Test
    void what_is_large_is_read_alone() {
        List<String> many =
                IntStream.range(0, 900).mapToObj(number -> "/job2/" + number).toList();
        control.holdRequests();
        read(of(0));
        read(of(1));
        CompletableFuture<ReadResult> large = read(ReadRequest.empty().nodes(many));
        CompletableFuture<ReadResult> alsoLarge = read(ReadRequest.empty().nodes(many));
        control.release();

        assertThat(answer(large)).isInstanceOf(Snapshot.class);
        assertThat(answer(alsoLarge)).isInstanceOf(Snapshot.class);
        assertThat(sent).hasSize(4);
    }

    @Test
    void what_one_may_not_read_is_nobody_elses_problem() {
        control.holdRequests();
        read(of(0));
        read(of(1));
        CompletableFuture<ReadResult> good = read(of(2));
        CompletableFuture<ReadResult> bad = read(ReadRequest.of("/secret"));
        CompletableFuture<ReadResult> alsoGood = read(of(3));
        control.release();

        assertThat(answer(good)).isInstanceOf(Snapshot.class);
        assertThat(answer(alsoGood)).isInstanceOf(Snapshot.class);
        assertThat(answer(bad)).isInstanceOf(Failed.class);
        assertThat(answer(read(of(4)))).isInstanceOf(Snapshot.class);
    }
}
