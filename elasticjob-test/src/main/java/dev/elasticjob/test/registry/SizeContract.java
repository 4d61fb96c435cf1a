package dev.elasticjob.test.registry;

import static dev.elasticjob.test.registry.Peer.tx;
import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletionStage;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Contract of size limits: they are known before a request is sent, and requests within them succeed. */
interface SizeContract extends Peers {

    @Test
    default void data_of_all_sizes_is_kept() {
        Peer a = connect();
        Peer b = connect();
        Random random = new Random(1);
        for (int size : List.of(0, 1, 127, 128, 65_535, 65_536, 500_000)) {
            byte[] data = new byte[size];
            random.nextBytes(data);
            a.committed(tx().create("/size" + size, data, Mode.PERSISTENT));

            assertThat(b.node("/size" + size).data()).isEqualTo(data);
            assertThat(b.node("/size" + size).isEmpty()).isEqualTo(size == 0);
        }
    }

    @Test
    default void data_is_copied_on_its_way_in_and_out() {
        Peer a = connect();
        byte[] data = {1, 2, 3};
        a.committed(tx().create("/node", data, Mode.PERSISTENT));
        data[0] = 9;
        a.node("/node").data()[0] = 9;

        assertThat(a.node("/node").data()).containsExactly(1, 2, 3);
    }

    @Test
    default void many_large_nodes_are_read_in_one_request() {
        Peer a = connect();
        List<String> paths = IntStream.range(0, 8).mapToObj(i -> "/large" + i).toList();
        for (String path : paths) {
            a.create(path, path + "x".repeat(400_000));
        }

        Snapshot snapshot =
                a.read(ReadRequest.empty().nodes(paths).children("/").synced());

        assertThat(snapshot.children("/")).hasSize(paths.size());
        assertThat(paths)
                .allSatisfy(path -> assertThat(snapshot.node(path).orElseThrow().text())
                        .startsWith(path + "x")
                        .hasSize(path.length() + 400_000));
    }

    @Test
    default void a_transaction_of_exactly_the_limit_works_and_a_larger_one_is_refused() {
        Peer a = connect();
        int limit = a.session.limits().transactionBytes();
        int overhead = Transaction.bytes(new Create("/node", new byte[0], Mode.PERSISTENT));

        a.refused(Refusal.TOO_LARGE, tx().create("/node", new byte[limit - overhead + 1], Mode.PERSISTENT));
        assertThat(a.look("/node")).isEmpty();
        a.committed(tx().create("/node", new byte[limit - overhead], Mode.PERSISTENT));

        assertThat(a.node("/node").data()).hasSize(limit - overhead);
    }

    @Test
    default void a_transaction_of_many_small_steps_up_to_the_limit_works_and_a_larger_one_is_refused() {
        Peer a = connect();
        a.create("/parent", "");
        int limit = a.session.limits().transactionBytes();
        List<Create> creates = new ArrayList<>();
        for (int bytes = 0; bytes <= limit; bytes += Transaction.bytes(creates.get(creates.size() - 1))) {
            creates.add(new Create("/parent/" + (100_000 + creates.size()), new byte[0], Mode.PERSISTENT));
        }

        Transaction.Builder tooLarge = tx();
        creates.forEach(tooLarge::add);
        a.refused(Refusal.TOO_LARGE, tooLarge);
        Transaction.Builder fits = tx();
        creates.subList(0, creates.size() - 1).forEach(fits::add);
        assertThat(a.committed(fits).versions()).hasSize(creates.size() - 1);

        Snapshot snapshot = a.read(ReadRequest.empty().children("/parent"));
        assertThat(snapshot.children("/parent")).hasSize(creates.size() - 1);
        Transaction.Builder deletes = tx();
        snapshot.children("/parent").forEach(name -> deletes.delete("/parent/" + name, 0));
        a.committed(deletes);
        assertThat(a.read(ReadRequest.empty().children("/parent")).children("/parent"))
                .isEmpty();
    }

    @Test
    default void ten_thousand_children_are_listed_and_read_in_one_request() {
        int many = 10_000;
        int batch = 1_000;
        Peer a = connect();
        Peer b = connect();
        a.create("/parent", "");
        List<String> names =
                IntStream.range(0, many).mapToObj(i -> "" + (10_000 + i)).toList();
        List<CompletionStage<CommitResult>> commits = new ArrayList<>();
        for (int from = 0; from < many; from += batch) {
            Transaction.Builder creates = tx();
            names.subList(from, from + batch)
                    .forEach(name -> creates.create("/parent/" + name, "data of " + name, Mode.PERSISTENT));
            commits.add(a.session.commit(creates.build()));
        }
        commits.forEach(commit -> assertThat(Waiting.await(commit)).isInstanceOf(CommitResult.Committed.class));

        Snapshot snapshot = b.read(ReadRequest.empty()
                .children("/parent")
                .nodes(names.stream().map("/parent/"::concat).toList())
                .synced());

        assertThat(snapshot.children("/parent")).isEqualTo(names);
        assertThat(snapshot.nodes()).hasSize(many);
        for (String name : names) {
            assertThat(snapshot.node("/parent/" + name).orElseThrow().text()).isEqualTo("data of " + name);
        }
    }
}
