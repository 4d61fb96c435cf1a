package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Check;
import dev.elasticjob.registry.Transaction.Create;
import dev.elasticjob.registry.Transaction.Delete;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.registry.Transaction.Set;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.data.ACL;

/**
 * A transaction in the format of ZooKeeper.
 *
 * <p>The number and the time of a commit must be exact. ZooKeeper returns them for a node that was set, but not on all supported versions
 * for a node that was created or deleted. So a transaction without a set operation gets an additional one that leaves no trace, the
 * witness: either a node that the transaction deletes is set immediately before, or an additional sibling of a created node is created,
 * set, and deleted at the end. The additional node is never visible, because all operations are in one transaction.
 */
final class CommitPlan {

    private static final String WITNESS = ".elasticjob-witness";
    private static final byte[] NOTHING = {};

    private final Transaction transaction;
    private final List<Op> requests = new ArrayList<>();
    private final List<Integer> steps = new ArrayList<>();
    private final RequestSize size;

    private CommitPlan(Transaction transaction, RequestSize size) {
        this.transaction = transaction;
        this.size = size;
    }

    static CommitPlan of(Transaction transaction, Namespace namespace, List<ACL> acl) {
        CommitPlan plan = new CommitPlan(transaction, new RequestSize(acl));
        plan.translate(namespace, acl);
        return plan;
    }

    /** Returns whether a path is that of a witness, whose changes are ignored. */
    static boolean isWitness(String path) {
        return path.endsWith("/" + WITNESS);
    }

    Transaction transaction() {
        return transaction;
    }

    List<Op> requests() {
        return requests;
    }

    /** Returns the step of the transaction that a request belongs to. */
    int step(int request) {
        return steps.get(request);
    }

    /** Returns the exact size of the request in bytes. */
    long bytes() {
        return size.bytes();
    }

    private void translate(Namespace namespace, List<ACL> acl) {
        List<Transaction.Op> ops = transaction.ops();
        boolean hasSet = ops.stream().anyMatch(Set.class::isInstance);
        Optional<Integer> deleted = hasSet ? Optional.empty() : shortest(step -> ops.get(step) instanceof Delete);
        for (int step = 0; step < ops.size(); step++) {
            String path = namespace.toServer(ops.get(step).path());
            add(step, ops.get(step), path, acl, Optional.of(step).equals(deleted));
        }
        if (!hasSet && deleted.isEmpty()) {
            int created = shortest(step -> ops.get(step) instanceof Create).orElseThrow();
            String parent = Namespace.parent(ops.get(created).path()).orElse("/");
            addWitness(created, namespace.toServer(parent) + "/" + WITNESS, acl);
        }
    }

    private void add(int step, Transaction.Op op, String path, List<ACL> acl, boolean witness) {
        if (op instanceof Check check) {
            add(step, Op.check(path, check.version()), size.check(path));
        } else if (op instanceof Set set) {
            addSet(step, path, set.data(), set.version());
        } else if (op instanceof Create create) {
            addCreate(step, path, create.data(), acl, create.mode());
        } else if (op instanceof Delete delete && witness) {
            addSet(step, path, NOTHING, delete.version());
            addDelete(
                    step, path, delete.version() == Transaction.ANY_VERSION ? delete.version() : delete.version() + 1);
        } else if (op instanceof Delete delete) {
            addDelete(step, path, delete.version());
        }
    }

    private void addWitness(int step, String path, List<ACL> acl) {
        addCreate(step, path, NOTHING, acl, Mode.PERSISTENT);
        addSet(step, path, NOTHING, 0);
        addDelete(step, path, 1);
    }

    private void addCreate(int step, String path, byte[] data, List<ACL> acl, Mode mode) {
        CreateMode createMode = mode == Mode.BOUND ? CreateMode.EPHEMERAL : CreateMode.PERSISTENT;
        add(step, Op.create(path, data, acl, createMode), size.create(path, data));
    }

    private void addDelete(int step, String path, int version) {
        add(step, Op.delete(path, version), size.delete(path));
    }

    private void addSet(int step, String path, byte[] data, int version) {
        add(step, Op.setData(path, data, version), size.set(path, data));
    }

    private void add(int step, Op request, int bytes) {
        steps.add(step);
        requests.add(request);
        size.add(bytes);
    }

    private Optional<Integer> shortest(IntPredicate suitable) {
        return IntStream.range(0, transaction.ops().size())
                .filter(suitable)
                .boxed()
                .min(Comparator.comparing(
                        step -> transaction.ops().get(step).path().length()));
    }
}
