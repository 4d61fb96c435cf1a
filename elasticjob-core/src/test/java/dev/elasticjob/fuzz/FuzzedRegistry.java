package dev.elasticjob.fuzz;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;

/** Reads and writes nodes like a party with write access that does not follow the formats. */
final class FuzzedRegistry implements AutoCloseable {

    private final RegistrySession session;

    FuzzedRegistry(CoordinatorRegistryCenter center) {
        session = center.openSession().toCompletableFuture().join();
    }

    /** Returns the texts of a node and its descendants. */
    Map<String, String> texts(String top) {
        Map<String, String> result = new TreeMap<>();
        Deque<String> left = new ArrayDeque<>();
        left.add(top);
        while (!left.isEmpty()) {
            String path = left.remove();
            ReadResult.Snapshot found =
                    (ReadResult.Snapshot) session.read(ReadRequest.of(path).children(path))
                            .toCompletableFuture()
                            .join();
            found.node(path).ifPresent(node -> {
                result.put(path, node.text());
                found.children(path).forEach(name -> left.add(path + "/" + name));
            });
        }
        return result;
    }

    /** Sets or creates a node. Returns false if neither is possible now. */
    boolean put(String path, String text) {
        byte[] data = text.getBytes(StandardCharsets.UTF_8);
        return commit(Transaction.builder()
                        .add(new Transaction.Set(path, data, Transaction.ANY_VERSION))
                        .build())
                || create(path, text);
    }

    /** Creates a node that is not bound to a session. Returns false if it exists or its parent does not. */
    boolean create(String path, String text) {
        return commit(Transaction.builder()
                .add(new Transaction.Create(path, text.getBytes(StandardCharsets.UTF_8), Transaction.Mode.PERSISTENT))
                .build());
    }

    boolean delete(String path) {
        return commit(
                Transaction.builder().delete(path, Transaction.ANY_VERSION).build());
    }

    private boolean commit(Transaction transaction) {
        return session.commit(transaction).toCompletableFuture().join() instanceof CommitResult.Committed;
    }

    @Override
    public void close() {
        session.close();
    }
}
