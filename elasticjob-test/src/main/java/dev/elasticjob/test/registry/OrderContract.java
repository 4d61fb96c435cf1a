package dev.elasticjob.test.registry;

import static dev.elasticjob.registry.Transaction.ANY_VERSION;
import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of order: requests are executed and answered in the order of their calls. */
interface OrderContract extends Peers {

    @Test
    default void operations_that_do_not_wait_for_each_other_are_carried_out_and_answered_in_order() {
        int rounds = 300;
        Peer a = connect();
        a.create("/node", "start");
        List<Integer> answered = Collections.synchronizedList(new ArrayList<>());
        List<CompletionStage<CommitResult>> commits = new ArrayList<>();
        List<CompletionStage<ReadResult>> reads = new ArrayList<>();
        List<CompletionStage<?>> noted = new ArrayList<>();

        for (int i = 0; i < rounds; i++) {
            int commit = 2 * i;
            int read = 2 * i + 1;
            commits.add(a.session.commit(tx().set("/node", "" + i, i).build()));
            noted.add(commits.get(i).whenComplete((result, error) -> answered.add(commit)));
            reads.add(a.session.read(ReadRequest.of("/node")));
            noted.add(reads.get(i).whenComplete((result, error) -> answered.add(read)));
        }
        noted.forEach(Waiting::await);

        assertThat(answered).isEqualTo(IntStream.range(0, 2 * rounds).boxed().toList());
        for (int i = 0; i < rounds; i++) {
            assertThat(Waiting.await(commits.get(i))).isInstanceOf(Committed.class);
            Snapshot snapshot = (Snapshot) Waiting.await(reads.get(i));
            assertThat(snapshot.node("/node").orElseThrow().text()).isEqualTo("" + i);
        }
    }

    @Test
    default void a_pipeline_with_failing_transactions_continues() {
        Peer a = connect();
        List<CompletionStage<CommitResult>> commits = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            commits.add(a.session.commit(
                    tx().create("/node" + i / 2, "", Mode.PERSISTENT).build()));
        }

        for (int i = 0; i < 200; i++) {
            CommitResult result = Waiting.await(commits.get(i));
            assertThat(result)
                    .as("commit %d", i)
                    .isInstanceOf(i % 2 == 0 ? Committed.class : CommitResult.Conflict.class);
        }
        assertThat(a.read(ReadRequest.empty().children("/")).children("/")).hasSize(100);
    }

    @Test
    default void a_synced_read_sees_what_another_session_committed_before() {
        Peer a = connect();
        Peer b = connect();
        a.create("/node", "start");
        for (int i = 0; i < 100; i++) {
            a.set("/node", "" + i);
            assertThat(b.node("/node").text()).isEqualTo("" + i);
        }
    }

    @Test
    default void a_read_never_goes_back_in_time() {
        Peer a = connect();
        Peer b = connect();
        a.create("/node", "");
        List<CompletionStage<CommitResult>> sets = new ArrayList<>();
        int seen = b.node("/node").version();
        for (int i = 0; i < 200; i++) {
            sets.add(a.session.commit(tx().set("/node", "", ANY_VERSION).build()));
            int version =
                    b.read(ReadRequest.of("/node")).node("/node").orElseThrow().version();
            assertThat(version).isGreaterThanOrEqualTo(seen);
            seen = version;
        }
        sets.forEach(Waiting::await);
        assertThat(b.node("/node").version()).isEqualTo(200);
    }

    @Test
    default void a_node_is_read_no_earlier_than_a_list() {
        int most = 400;
        Peer a = connect();
        Peer b = connect();
        a.create("/node", "-1");
        a.create("/list", "");
        List<CompletionStage<CommitResult>> commits = new ArrayList<>();
        for (int i = 0; i < most; i++) {
            commits.add(a.session.commit(tx().set("/node", "" + i, ANY_VERSION).build()));
            commits.add(a.session.commit(
                    tx().create("/list/" + i, "", Mode.PERSISTENT).build()));
        }
        // The additional nodes split the read into several requests.
        ReadRequest request = ReadRequest.of("/node")
                .nodes(IntStream.range(0, 5_000).mapToObj(i -> "/other" + i).toList())
                .children("/list");
        boolean written;
        do {
            written = commits.get(2 * most - 1).toCompletableFuture().isDone();
            Snapshot snapshot = b.read(request);
            assertThat(Integer.parseInt(snapshot.node("/node").orElseThrow().text()))
                    .isGreaterThanOrEqualTo(snapshot.children("/list").size() - 1);
        } while (!written);
        commits.forEach(commit -> assertThat(Waiting.await(commit)).isInstanceOf(Committed.class));
    }

    @Test
    default void no_part_of_a_read_is_older_than_a_commit_that_was_answered_before_it() {
        int rounds = 150;
        Peer a = connect();
        a.create("/node", "");
        // The additional nodes split the read into several requests, of which the first contains the node.
        ReadRequest request = ReadRequest.of("/node")
                .nodes(IntStream.range(0, 12_000).mapToObj(i -> "/other" + i).toList());
        Thread reader = Thread.currentThread();
        AtomicInteger answered = new AtomicInteger();
        AtomicBoolean reading = new AtomicBoolean(true);
        List<String> violations = Collections.synchronizedList(new ArrayList<>());
        CompletableFuture<Void> committer = CompletableFuture.runAsync(() -> {
            while (reading.get()) {
                Waiting.await(a.session
                        .commit(tx().set("/node", "", ANY_VERSION).build())
                        .thenAccept(result ->
                                answered.set(((Committed) result).versions().get(0))));
            }
        });

        for (int i = 0; i < rounds; i++) {
            Waiting.await(a.session.read(request).thenAccept(result -> {
                int known = answered.get();
                int read = ((Snapshot) result).node("/node").orElseThrow().version();
                // If the callback runs on the reader's own thread, the read had already been answered, so the order is
                // unknown.
                if (Thread.currentThread() != reader && read < known) {
                    violations.add("read version " + read + " after " + known);
                }
            }));
        }
        reading.set(false);
        Waiting.await(committer);
        assertThat(violations).isEmpty();
    }

    @Test
    default void callers_on_several_threads_receive_their_own_results() {
        Peer a = connect();
        a.create("/node", "");
        List<CompletionStage<CommitResult>> commits = Collections.synchronizedList(new ArrayList<>());

        IntStream.range(0, 400)
                .parallel()
                .forEach(i -> commits.add(a.session.commit(
                        tx().create("/node/" + i, "" + i, Mode.PERSISTENT).build())));

        commits.forEach(commit -> assertThat(Waiting.await(commit)).isInstanceOf(Committed.class));
        Snapshot snapshot = a.read(ReadRequest.empty()
                .nodes(IntStream.range(0, 400).mapToObj(i -> "/node/" + i).toList()));
        for (int i = 0; i < 400; i++) {
            assertThat(snapshot.node("/node/" + i).orElseThrow().text()).isEqualTo("" + i);
        }
    }
}
