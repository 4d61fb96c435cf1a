package dev.elasticjob.lite2x;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Watch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Registry for the engine with jobs of 2.x: converts the {@code config} nodes of these jobs. */
public final class LiteCenter implements CoordinatorRegistryCenter {

    private final CoordinatorRegistryCenter center;
    private final Map<String, ConfigNode> nodes = new ConcurrentHashMap<>();

    public LiteCenter(CoordinatorRegistryCenter center) {
        this.center = center;
    }

    /** Returns the registry without conversions, for tools. */
    public CoordinatorRegistryCenter original() {
        return center;
    }

    /** Converts the node of this job from now on. */
    void add(String jobName, ConfigNode node) {
        nodes.put(new JobTree(jobName).config(), node);
    }

    @Override
    public void init() {
        center.init();
    }

    @Override
    public CompletionStage<RegistrySession> openSession() {
        return center.openSession().thenApply(Converting::new);
    }

    @Override
    public <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker) {
        return center.shared(kind, maker);
    }

    @Override
    public String describe() {
        return center.describe();
    }

    @Override
    public void close() {
        center.close();
    }

    private final class Converting implements RegistrySession {

        private final RegistrySession session;

        Converting(RegistrySession session) {
            this.session = session;
        }

        @Override
        public CompletionStage<ReadResult> read(ReadRequest request) {
            CompletionStage<ReadResult> result = session.read(request);
            return request.nodePaths().stream().anyMatch(nodes::containsKey)
                    ? result.thenApply(this::converted)
                    : result;
        }

        private ReadResult converted(ReadResult result) {
            if (!(result instanceof ReadResult.Snapshot snapshot)) {
                return result;
            }
            Map<String, Node> read = new HashMap<>(snapshot.nodes());
            read.replaceAll((path, node) -> nodes.containsKey(path) ? converted(node) : node);
            return new ReadResult.Snapshot(read, snapshot.childNames());
        }

        private Node converted(Node node) {
            String text = nodes.get(node.path()).toEngine(node.path(), node.text());
            return new Node(
                    node.path(),
                    text.getBytes(StandardCharsets.UTF_8),
                    node.version(),
                    node.created(),
                    node.modified(),
                    node.modifiedAt(),
                    node.owner());
        }

        @Override
        public CompletionStage<CommitResult> commit(Transaction transaction) {
            if (transaction.ops().stream().noneMatch(op -> nodes.containsKey(op.path()))) {
                return session.commit(transaction);
            }
            Transaction.Builder stored = Transaction.builder();
            transaction.ops().forEach(op -> stored.add(converted(op)));
            return session.commit(stored.build())
                    .thenApply(result -> result instanceof CommitResult.Conflict conflict
                            ? new CommitResult.Conflict(
                                    conflict.index(), transaction.ops().get(conflict.index()), conflict.reason())
                            : result);
        }

        private Transaction.Op converted(Transaction.Op op) {
            ConfigNode node = nodes.get(op.path());
            if (node != null && op instanceof Transaction.Create create) {
                return new Transaction.Create(op.path(), stored(node, op.path(), create.data()), create.mode());
            }
            if (node != null && op instanceof Transaction.Set set) {
                return new Transaction.Set(op.path(), stored(node, op.path(), set.data()), set.version());
            }
            return op;
        }

        private static byte[] stored(ConfigNode node, String path, byte[] data) {
            return node.toRegistry(path, new String(data, StandardCharsets.UTF_8))
                    .getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public long id() {
            return session.id();
        }

        @Override
        public State state() {
            return session.state();
        }

        @Override
        public void onStateChange(Consumer<State> listener) {
            session.onStateChange(listener);
        }

        @Override
        public Duration timeout() {
            return session.timeout();
        }

        @Override
        public Duration leaseLeft() {
            return session.leaseLeft();
        }

        @Override
        public RegistryLimits limits() {
            return session.limits();
        }

        @Override
        public Watch watch(String path, Watch.Scope scope, Consumer<Hint> receiver) {
            return session.watch(path, scope, receiver);
        }

        @Override
        public void close() {
            session.close();
        }
    }
}
