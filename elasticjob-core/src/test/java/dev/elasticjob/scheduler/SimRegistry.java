package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.memory.MemoryTree;
import dev.elasticjob.registry.memory.TreeListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The registry of a simulated cluster: one tree, and sessions that are slow, cut and ended. */
final class SimRegistry implements TreeListener {

    static final RegistryLimits LIMITS = new RegistryLimits(900_000, 512 * 1024);

    private static final long OPERATOR = 1;

    final MemoryTree tree = new MemoryTree(LIMITS, this);
    final ProcessSimulation world;
    private final List<SimRegistrySession> sessions = new ArrayList<>();
    private final Consumer<String> changes;
    private long nextSession = 0x100;

    /** @param changes receives the path of every node that changes */
    SimRegistry(ProcessSimulation world, Consumer<String> changes) {
        this.world = world;
        this.changes = changes;
    }

    long newSession(SimRegistrySession session) {
        sessions.add(session);
        return nextSession++;
    }

    void ended(SimRegistrySession session) {
        sessions.remove(session);
        tree.end(session.id());
    }

    /** An operator changes nodes. */
    boolean write(Transaction.Builder transaction) {
        return !transaction.isEmpty()
                && tree.commit(OPERATOR, transaction.build(), world.time()) instanceof CommitResult.Committed;
    }

    String text(String path) {
        return tree.node(path).map(Node::text).orElse("");
    }

    @Override
    public void created(String path) {
        changed(path, true);
    }

    @Override
    public void deleted(String path) {
        changed(path, true);
    }

    @Override
    public void dataSet(String path) {
        changed(path, false);
    }

    private void changed(String path, boolean listToo) {
        changes.accept(path);
        List.copyOf(sessions).forEach(session -> session.changed(path, listToo));
    }

    /** The registry as a process sees it. */
    CoordinatorRegistryCenter center(SimHost host) {
        return new CoordinatorRegistryCenter() {
            @Override
            public void init() {}

            @Override
            public CompletionStage<RegistrySession> openSession() {
                host.mayThrow("openSession");
                CompletableFuture<RegistrySession> opened = new CompletableFuture<>();
                host.after(1 + host.any(200), () -> {
                    if (host.isCutOff()) {
                        opened.completeExceptionally(new RegistryException("the registry cannot be reached"));
                    } else {
                        opened.complete(host.add(new SimRegistrySession(SimRegistry.this, host)));
                    }
                });
                return opened;
            }

            @Override
            public <T extends AutoCloseable> T shared(Class<T> kind, Supplier<T> maker) {
                throw new UnsupportedOperationException();
            }

            @Override
            public String describe() {
                return "the simulated registry";
            }

            @Override
            public void close() {}
        };
    }
}
