package dev.elasticjob.console.rest;

import dev.elasticjob.console.SharedConsole;
import dev.elasticjob.console.security.Role;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.awaitility.Awaitility;

/** A namespace with nodes created by a test, to which the console is connected under a name. */
public final class Tree implements AutoCloseable {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final int LARGEST = 400_000;
    private static final AtomicInteger NAMES = new AtomicInteger();

    public final String registry = "registry-" + NAMES.incrementAndGet();
    public final String api = "/api/v1/registries/" + registry;
    private final ZookeeperRegistryCenter center;
    private final RegistrySession session;

    Tree() {
        center = new ZookeeperRegistryCenter(new ZookeeperConfiguration(servers(), registry));
        center.init();
        session = center.openSession().toCompletableFuture().join();
        Assertions.assertThat(SharedConsole.console()
                        .as(Role.ADMIN)
                        .send(
                                "POST",
                                "/api/v1/registries",
                                Map.of("name", registry, "servers", servers(), "namespace", registry))
                        .status())
                .isEqualTo(201);
    }

    /** Returns a registry center for workers. */
    CoordinatorRegistryCenter center() {
        return center;
    }

    static String servers() {
        return SharedConsole.zookeeper().connectString();
    }

    /** Creates a job with two instances on two servers, and additional lines of configuration. */
    void job(String name, int total, String more) {
        Map<String, String> nodes = new TreeMap<>();
        nodes.put("/" + name, "com.example.Job");
        nodes.put(
                "/" + name + "/config",
                "cron: 0 0 3 * * ?\ndescription: of " + name + "\njobName: " + name + "\nshardingTotalCount: " + total
                        + "\n" + more);
        for (int i = 1; i <= 2; i++) {
            nodes.put("/" + name + "/servers/10.0.0." + i, "ENABLED");
            nodes.put("/" + name + "/instances/10.0.0." + i + "@-@10" + i, "");
        }
        for (int item = 0; item < total; item++) {
            nodes.put("/" + name + "/sharding/" + item + "/instance", "10.0.0.1@-@101");
        }
        put(nodes);
    }

    void put(Map<String, String> nodes) {
        Set<String> paths = new HashSet<>(nodes.keySet());
        for (String path : nodes.keySet()) {
            for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
                paths.add(path.substring(0, end));
            }
        }
        Set<String> there = read(ReadRequest.empty().nodes(paths)).nodes().keySet();
        Transaction.Builder builder = Transaction.builder();
        int bytes = 0;
        for (String path : paths.stream().sorted().toList()) {
            if (there.contains(path)) {
                continue;
            }
            Transaction.Op op = new Transaction.Create(
                    path, nodes.getOrDefault(path, "").getBytes(StandardCharsets.UTF_8), Mode.PERSISTENT);
            if (bytes + Transaction.bytes(op) > LARGEST) {
                commit(builder.build());
                builder = Transaction.builder();
                bytes = 0;
            }
            builder.add(op);
            bytes += Transaction.bytes(op);
        }
        commit(builder.build());
    }

    Optional<String> text(String path) {
        return read(ReadRequest.of(path).synced()).node(path).map(Node::text);
    }

    /** Waits until the worker owns the items of its job, which it registers asynchronously. */
    void awaitAssigned(String job) {
        Awaitility.await(job + " is assigned")
                .atMost(LONGEST_WAIT)
                .until(() -> exists("/" + job + "/sharding/0/instance"));
    }

    boolean exists(String path) {
        return text(path).isPresent();
    }

    private Snapshot read(ReadRequest request) {
        return (Snapshot) session.read(request).toCompletableFuture().join();
    }

    private void commit(Transaction transaction) {
        Assertions.assertThat(session.commit(transaction).toCompletableFuture().join())
                .isInstanceOf(CommitResult.Committed.class);
    }

    @Override
    public void close() {
        SharedConsole.console().as(Role.ADMIN).send("DELETE", api, null);
        center.close();
    }
}
