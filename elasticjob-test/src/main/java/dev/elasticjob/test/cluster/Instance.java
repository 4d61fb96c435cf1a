package dev.elasticjob.test.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import dev.elasticjob.test.registry.FaultyClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An instance of the application, with a separate connection to the registry. */
final class Instance implements AutoCloseable {

    final FaultyClient client;
    final CountingCenter center;

    Instance(FaultyClient client) {
        this.client = client;
        center = new CountingCenter(client.center());
        center.init();
    }

    ScheduleJobBootstrap schedule(SimpleJob job, JobConfiguration config) {
        ScheduleJobBootstrap bootstrap = new ScheduleJobBootstrap(center, job, config);
        bootstrap.schedule();
        return bootstrap;
    }

    void awaitNode(String path) {
        await(path + " exists", path, snapshot -> snapshot.node(path).isPresent());
    }

    void awaitNoNode(String path) {
        await(path + " is gone", path, snapshot -> snapshot.node(path).isEmpty());
    }

    void awaitText(String path, Predicate<String> expected) {
        await(
                path + " has another value",
                path,
                snapshot -> snapshot.node(path).map(Node::text).filter(expected).isPresent());
    }

    void awaitChildren(String path, int count) {
        awaitChildren(path, names -> names.size() == count);
    }

    void awaitChildren(String path, Predicate<List<String>> expected) {
        await("other children of " + path, path, snapshot -> expected.test(snapshot.children(path)));
    }

    Optional<String> text(String path) {
        ReadResult.Snapshot snapshot = read(ReadRequest.of(path).synced());
        return snapshot.node(path).map(Node::text);
    }

    List<String> children(String path) {
        return read(ReadRequest.empty().children(path).synced()).children(path);
    }

    private ReadResult.Snapshot read(ReadRequest request) {
        RegistrySession session =
                client.center().openSession().toCompletableFuture().join();
        try {
            return (ReadResult.Snapshot)
                    session.read(request).toCompletableFuture().join();
        } finally {
            session.close();
        }
    }

    /** Commits a transaction in a separate session, as a tool of an operator does. */
    void operate(Transaction transaction) {
        RegistrySession session =
                client.center().openSession().toCompletableFuture().join();
        assertThat(session.commit(transaction).toCompletableFuture().join()).isInstanceOf(CommitResult.Committed.class);
        session.close();
    }

    /** Waits for the state of a node and of the list of its children, in a separate session. */
    private void await(String what, String path, Predicate<ReadResult.Snapshot> condition) {
        RegistrySession session =
                client.center().openSession().toCompletableFuture().join();
        CompletableFuture<Void> there = new CompletableFuture<>();
        Runnable look = () -> session.read(ReadRequest.of(path).children(path)).thenAccept(result -> {
            if (result instanceof ReadResult.Snapshot snapshot && condition.test(snapshot)) {
                there.complete(null);
            }
        });
        session.watch(path, Watch.Scope.NODE, hint -> look.run());
        look.run();
        try {
            there.orTimeout(Recorder.LIMIT_SECONDS, TimeUnit.SECONDS).join();
        } catch (CompletionException late) {
            throw new AssertionError("Not within " + Recorder.LIMIT_SECONDS + " s: " + what, late);
        } finally {
            session.close();
        }
    }

    /** Asserts that no instance, leader or mark of any of these jobs is left. */
    void assertNothingIsBound(String prefix, int count) {
        RegistrySession session =
                client.center().openSession().toCompletableFuture().join();
        List<String> lists = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lists.add(prefix + i + "/instances");
            nodes.add(prefix + i + "/leader/election/instance");
            for (int item = 0; item < 3; item++) {
                nodes.add(prefix + i + "/sharding/" + item + "/running");
            }
        }
        ReadResult.Snapshot snapshot = (ReadResult.Snapshot)
                session.read(ReadRequest.empty().nodes(nodes).children(lists).synced())
                        .toCompletableFuture()
                        .join();
        assertThat(snapshot.nodes()).isEmpty();
        assertThat(snapshot.childNames().values()).allMatch(List::isEmpty);
        session.close();
    }

    void loseSession() {
        center.sessions().forEach(client::expire);
    }

    /** Simulates a session that the registry ends without the instance learning it. */
    void vanish() {
        center.sessions().forEach(client::cut);
        center.sessions().forEach(client::expire);
    }

    @Override
    public void close() {
        center.close();
        client.close();
    }
}
