package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.ErrorResult;
import org.apache.zookeeper.OpResult.GetChildrenResult;
import org.apache.zookeeper.OpResult.GetDataResult;
import org.apache.zookeeper.data.Stat;

/**
 * One attempt at a read: as few requests as the size limits allow, sent without waiting for each other, so that all take one round trip.
 * A server executes them in this order, child lists first. Once started, its fields belong to the client's event thread.
 */
final class BatchedRead {

    private static final int MOST_BYTES = 256 * 1024;
    private static final int MOST_OPS = 4096;

    /** Owner that the server reports for a container node, which is not a session. Other engines create containers. */
    private static final long CONTAINER = Long.MIN_VALUE;

    /** Part of a request. Results are keyed by the same path that the caller passed. */
    private record Read(String path, Op op) {}

    /** Result of the attempt: a snapshot, or the first error. */
    record Outcome(Code code, Optional<Snapshot> snapshot) {}

    private final Connection connection;
    private final Namespace namespace;
    private final boolean synced;
    private final List<List<Read>> batches = new ArrayList<>();
    private final Map<String, Node> nodes = new HashMap<>();
    private final Map<String, List<String>> children = new HashMap<>();
    private Code firstError = Code.OK;
    private int missing;

    BatchedRead(Connection connection, ReadRequest request) {
        this.connection = connection;
        this.namespace = connection.settings().namespace();
        this.synced = request.isSynced();
        split(request);
    }

    private void split(ReadRequest request) {
        List<Read> batch = new ArrayList<>();
        long bytes = 0;
        List<Read> all = new ArrayList<>();
        request.childrenPaths().forEach(path -> all.add(new Read(path, Op.getChildren(namespace.toServer(path)))));
        request.nodePaths().forEach(path -> all.add(new Read(path, Op.getData(namespace.toServer(path)))));
        for (Read asked : all) {
            int more = RequestSize.read(asked.op.getPath());
            if (batch.size() == MOST_OPS || !batch.isEmpty() && bytes + more > MOST_BYTES) {
                batches.add(batch);
                batch = new ArrayList<>();
                bytes = 0;
            }
            batch.add(asked);
            bytes += more;
        }
        if (!batch.isEmpty()) {
            batches.add(batch);
        }
    }

    void start(Consumer<Outcome> receiver) {
        missing = batches.size() + (synced ? 1 : 0);
        if (missing == 0) {
            receiver.accept(outcome());
            return;
        }
        // Sent without interleaving: otherwise a commit between two parts would be answered before the read, whose
        // first parts are older.
        connection.send(() -> sendAll(receiver));
    }

    private void sendAll(Consumer<Outcome> receiver) {
        long sentAt = connection.lease().now();
        if (synced) {
            // Does not use ZooKeeper's sync: the leader answers it immediately, although a follower may already have
            // reported a later
            // commit.
            connection
                    .client()
                    .multi(
                            List.of(Op.check(namespace.root(), Transaction.ANY_VERSION)),
                            (rc, path, context, results) -> part(passed(connection.answered(rc, sentAt)), receiver),
                            null);
        }
        for (List<Read> batch : batches) {
            connection
                    .client()
                    .multi(
                            batch.stream().map(Read::op).toList(),
                            (rc, path, context, results) ->
                                    part(collect(batch, connection.answered(rc, sentAt), results), receiver),
                            null);
        }
    }

    /** Maps expected failures of the synchronizing transaction to OK: it was ordered after all others regardless of its result. */
    private static Code passed(Code code) {
        return code == Code.NONODE || code == Code.NOAUTH ? Code.OK : code;
    }

    private void part(Code code, Consumer<Outcome> receiver) {
        if (firstError == Code.OK) {
            firstError = code;
        }
        if (--missing == 0) {
            receiver.accept(outcome());
        }
    }

    private Outcome outcome() {
        return new Outcome(
                firstError, firstError == Code.OK ? Optional.of(new Snapshot(nodes, children)) : Optional.empty());
    }

    /**
     * Collects the results of a batch. A code other than OK may only mean that one of the nodes does not exist; the individual results
     * determine whether the batch failed.
     */
    private Code collect(List<Read> batch, Code code, List<OpResult> results) {
        if (results == null || results.size() != batch.size()) {
            return code == Code.OK ? Code.SYSTEMERROR : code;
        }
        Code error = Code.OK;
        for (int i = 0; i < batch.size(); i++) {
            String path = batch.get(i).path;
            OpResult result = results.get(i);
            if (result instanceof GetDataResult found) {
                nodes.put(path, node(path, found.getData(), found.getStat()));
            } else if (result instanceof GetChildrenResult found) {
                children.put(path, found.getChildren().stream().sorted().toList());
            } else if (result instanceof ErrorResult failed && failed.getErr() != Code.NONODE.intValue()) {
                error = error == Code.OK ? Codes.of(failed.getErr()) : error;
            }
        }
        return error;
    }

    private static Node node(String path, byte[] data, Stat stat) {
        return new Node(
                path,
                data == null ? new byte[0] : data,
                stat.getVersion(),
                stat.getCzxid(),
                stat.getMzxid(),
                Instant.ofEpochMilli(stat.getMtime()),
                stat.getEphemeralOwner() == CONTAINER ? Node.NO_OWNER : stat.getEphemeralOwner());
    }
}
