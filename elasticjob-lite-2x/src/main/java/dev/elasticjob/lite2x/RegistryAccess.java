package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.reg.exception.RegException;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Blocking reads and writes with a separate session, which is opened on first use and replaced when it is lost. */
public final class RegistryAccess implements AutoCloseable {

    private static final int ATTEMPTS = 10;
    private static final int NODES_IN_A_TRANSACTION = 200;

    private final CoordinatorRegistryCenter center;
    private final Duration limit;
    private Optional<RegistrySession> session = Optional.empty();
    private boolean closed;

    /**
     * Creates the access.
     *
     * @param limit maximum wait for a response of the registry
     */
    public RegistryAccess(CoordinatorRegistryCenter center, Duration limit) {
        this.center = center;
        this.limit = limit;
    }

    /** Returns the current node in the registry. */
    public Optional<Node> node(String path) {
        return read(ReadRequest.of(path).synced()).node(path);
    }

    /** Returns the names of the children in ascending order. */
    public List<String> children(String path) {
        return read(ReadRequest.empty().children(path).synced()).children(path);
    }

    /** Sets the data of a node, and creates the node and its parents if they do not exist. */
    public void persist(String path, String value) {
        retry("persist", path, () -> {
            Snapshot existing =
                    read(ReadRequest.empty().nodes(withParents(path)).synced());
            Transaction.Builder transaction = Transaction.builder();
            if (existing.node(path).isPresent()) {
                transaction.set(path, value, Transaction.ANY_VERSION);
            } else {
                addParents(path, existing, transaction);
                transaction.create(path, value, Mode.PERSISTENT);
            }
            return commit(transaction.build());
        });
    }

    /** Creates a node that is removed with this session, and replaces an existing node. */
    public void persistEphemeral(String path, String value) {
        retry("persistEphemeral", path, () -> {
            removeNow(path);
            Snapshot existing =
                    read(ReadRequest.empty().nodes(withParents(path)).synced());
            Transaction.Builder transaction = Transaction.builder();
            addParents(path, existing, transaction);
            transaction.create(path, value, Mode.BOUND);
            return commit(transaction.build());
        });
    }

    /** Sets the data of a node. Has no effect if the node does not exist. */
    public void update(String path, String value) {
        update(path, before -> value);
    }

    /** Replaces the data of a node by a function of it. Has no effect if the node does not exist. */
    public void update(String path, UnaryOperator<String> change) {
        retry("update", path, () -> {
            Optional<Node> node = node(path);
            if (node.isEmpty()) {
                return true;
            }
            return commit(Transaction.builder()
                    .set(path, change.apply(node.get().text()), node.get().version())
                    .build());
        });
    }

    /** Deletes a node and everything below it. */
    public void remove(String path) {
        retry("remove", path, () -> removeNow(path));
    }

    private boolean removeNow(String path) {
        List<String> doomed = new ArrayList<>();
        collect(path, doomed);
        Collections.reverse(doomed);
        for (int from = 0; from < doomed.size(); from += NODES_IN_A_TRANSACTION) {
            Transaction.Builder transaction = Transaction.builder();
            doomed.subList(from, Math.min(from + NODES_IN_A_TRANSACTION, doomed.size()))
                    .forEach(each -> transaction.delete(each, Transaction.ANY_VERSION));
            if (!commit(transaction.build())) {
                return false;
            }
        }
        return true;
    }

    /** Adds the nodes, each before its children. */
    private void collect(String path, List<String> to) {
        Snapshot snapshot = read(ReadRequest.of(path).children(path).synced());
        if (snapshot.node(path).isPresent()) {
            to.add(path);
            snapshot.children(path).forEach(name -> collect(path + "/" + name, to));
        }
    }

    private static List<String> withParents(String path) {
        List<String> result = new ArrayList<>();
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            result.add(path.substring(0, slash));
        }
        result.add(path);
        return result;
    }

    private static void addParents(String path, Snapshot existing, Transaction.Builder transaction) {
        withParents(path).stream()
                .filter(each -> !each.equals(path) && existing.node(each).isEmpty())
                .forEach(each -> transaction.create(each, "", Mode.PERSISTENT));
    }

    private interface Attempt {
        /** Makes an attempt; returns false if another session interfered. */
        boolean make();
    }

    private static void retry(String what, String path, Attempt attempt) {
        for (int i = 0; i < ATTEMPTS; i++) {
            if (attempt.make()) {
                return;
            }
        }
        throw new RegException(
                "%s", what + " of '" + path + "' failed " + ATTEMPTS + " times: other clients change the same nodes.");
    }

    private Snapshot read(ReadRequest request) {
        ReadResult result = await(session().read(request));
        if (result instanceof Snapshot snapshot) {
            return snapshot;
        }
        throw new RegException("%s", center.describe() + ": " + ((ReadResult.Failed) result).reason());
    }

    /** Commits a transaction; returns false on a conflict. */
    private boolean commit(Transaction transaction) {
        CommitResult result = await(session().commit(transaction));
        if (result instanceof CommitResult.Committed) {
            return true;
        }
        if (result instanceof Conflict conflict) {
            if (conflict.reason() == CommitResult.Reason.PARENT_IS_BOUND) {
                throw new RegException(
                        "%s",
                        center.describe() + ": '" + conflict.op().path()
                                + "' cannot be created: its parent is an ephemeral node, which cannot have children.");
            }
            return false;
        }
        throw new RegException("%s", center.describe() + ": " + result);
    }

    private synchronized RegistrySession session() {
        if (closed) {
            throw new RegException("%s", center.describe() + ": this registry center is closed; create another one.");
        }
        boolean usable = session.map(RegistrySession::state)
                .filter(state -> state == RegistrySession.State.CONNECTED || state == RegistrySession.State.SUSPENDED)
                .isPresent();
        if (!usable) {
            session = Optional.of(await(center.openSession()));
        }
        return session.get();
    }

    /** Waits until the data of a node meets a condition; returns whether it did within the time limit. */
    boolean awaitData(String path, Predicate<String> condition) {
        CompletableFuture<Void> fulfilled = new CompletableFuture<>();
        RegistrySession current = session();
        Runnable look = () -> current.read(ReadRequest.of(path).synced()).thenAccept(result -> {
            if (result instanceof Snapshot snapshot
                    && snapshot.node(path).map(Node::text).filter(condition).isPresent()) {
                fulfilled.complete(null);
            }
        });
        try (Watch watch = current.watch(path, Watch.Scope.NODE, hint -> look.run())) {
            Objects.requireNonNull(watch);
            look.run();
            fulfilled.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException impossible) {
            throw new RegException(impossible);
        }
    }

    private <T> T await(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RegException(interrupted);
        } catch (TimeoutException late) {
            throw new RegException(
                    "%s",
                    center.describe() + ": no answer within " + limit.toMillis()
                            + " ms. Check the connection, or raise connectionTimeoutMilliseconds.");
        } catch (ExecutionException failed) {
            throw failed.getCause() instanceof Exception cause ? new RegException(cause) : new RegException(failed);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        session.ifPresent(RegistrySession::close);
        session = Optional.empty();
    }
}
