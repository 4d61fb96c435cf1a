package dev.elasticjob.lifecycle;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.Assertions;

/** Writes registry nodes for tests, in the format of any engine. */
final class Tree {

    private static final int LARGEST = 400_000;

    private final RegistrySession session;

    Tree(CoordinatorRegistryCenter center) {
        session = center.openSession().toCompletableFuture().join();
    }

    /** Creates a node and its parents, or sets the node if it exists. */
    Tree put(String path, String data) {
        putAll(Map.of(path, data));
        return this;
    }

    /** Creates an ephemeral node of this tree's session. */
    Tree bind(String path, String data) {
        String parent = path.substring(0, path.lastIndexOf('/'));
        put(parent, text(parent).orElse(""));
        commit(Transaction.builder().create(path, data, Mode.BOUND).build());
        return this;
    }

    /** Creates many nodes at once. Sets those that exist. */
    void putAll(Map<String, String> nodes) {
        Set<String> paths = new HashSet<>();
        for (String path : nodes.keySet()) {
            for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
                paths.add(path.substring(0, end));
            }
        }
        paths.addAll(nodes.keySet());
        Set<String> there = read(ReadRequest.empty().nodes(paths)).nodes().keySet();
        Transaction.Builder builder = Transaction.builder();
        int bytes = 0;
        for (String path : paths.stream().sorted().toList()) {
            String data = nodes.getOrDefault(path, "");
            if (there.contains(path) && !nodes.containsKey(path)) {
                continue;
            }
            Transaction.Op op = there.contains(path)
                    ? new Transaction.Set(path, data.getBytes(StandardCharsets.UTF_8), -1)
                    : new Transaction.Create(path, data.getBytes(StandardCharsets.UTF_8), Mode.PERSISTENT);
            if (bytes + Transaction.bytes(op) > LARGEST) {
                commit(builder.build());
                builder = Transaction.builder();
                bytes = 0;
            }
            builder.add(op);
            bytes += Transaction.bytes(op);
        }
        if (!builder.isEmpty()) {
            commit(builder.build());
        }
    }

    void deleteAll(List<String> paths) {
        Transaction.Builder builder = Transaction.builder();
        int count = 0;
        for (String path : paths) {
            builder.delete(path, Transaction.ANY_VERSION);
            if (++count % 1_000 == 0) {
                commit(builder.build());
                builder = Transaction.builder();
            }
        }
        if (!builder.isEmpty()) {
            commit(builder.build());
        }
    }

    void delete(String path) {
        commit(Transaction.builder().delete(path, Transaction.ANY_VERSION).build());
    }

    Optional<Node> node(String path) {
        return read(ReadRequest.of(path).synced()).node(path);
    }

    Optional<String> text(String path) {
        return node(path).map(Node::text);
    }

    boolean exists(String path) {
        return node(path).isPresent();
    }

    List<String> children(String path) {
        return read(ReadRequest.empty().children(path).synced()).children(path);
    }

    private Snapshot read(ReadRequest request) {
        return (Snapshot) session.read(request).toCompletableFuture().join();
    }

    private void commit(Transaction transaction) {
        Assertions.assertThat(session.commit(transaction).toCompletableFuture().join())
                .isInstanceOf(CommitResult.Committed.class);
    }

    /**
     * Creates a registered job with two instances on two servers, in the state that ElasticJob 3.0.x leaves before the first
     * assignment.
     */
    List<String> job(String name, int total) {
        List<String> instances = new ArrayList<>();
        put("/" + name + "/config", config(name, total, ""));
        for (int i = 1; i <= 2; i++) {
            String id = "10.0.0." + i + "@-@" + (100 + i);
            put("/" + name + "/servers/10.0.0." + i, "ENABLED");
            bind("/" + name + "/instances/" + id, "jobInstanceId: " + id + "\nserverIp: 10.0.0." + i + "\n");
            instances.add(id);
        }
        return instances;
    }

    static String config(String name, int total, String more) {
        return "cron: 0 0 3 * * ?\ndescription: of " + name + "\njobName: " + name + "\n" + "shardingTotalCount: "
                + total + "\n" + more;
    }
}
