package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Reason;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Transaction;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.Op;
import org.apache.zookeeper.OpResult;
import org.apache.zookeeper.OpResult.CreateResult;
import org.apache.zookeeper.OpResult.DeleteResult;
import org.apache.zookeeper.OpResult.ErrorResult;
import org.apache.zookeeper.OpResult.SetDataResult;
import org.apache.zookeeper.data.Stat;

/** Converts the client's response to a {@link CommitPlan} into a result. */
final class CommitAnswer {

    private final CommitPlan plan;
    private final ClientSettings settings;

    CommitAnswer(CommitPlan plan, ClientSettings settings) {
        this.plan = plan;
        this.settings = settings;
    }

    /**
     * Returns the result of a commit.
     *
     * @param code result code of the transaction
     * @param results results of the steps; null if the client received none
     */
    CommitResult of(Code code, List<OpResult> results) {
        if (code == Code.OK) {
            return committed(results);
        }
        // Only a server that has tried the transaction returns a result for each step, so nothing was applied.
        return failure(results).orElseGet(() -> withoutResults(code));
    }

    private Committed committed(List<OpResult> results) {
        Map<String, Integer> versions = new HashMap<>();
        Stat witness = null;
        for (int i = 0; i < results.size(); i++) {
            Op request = plan.requests().get(i);
            OpResult result = results.get(i);
            if (result instanceof SetDataResult set) {
                witness = set.getStat();
                versions.put(request.getPath(), witness.getVersion());
            } else if (result instanceof CreateResult) {
                versions.put(request.getPath(), 0);
            } else if (result instanceof DeleteResult) {
                versions.put(request.getPath(), -1);
            }
        }
        if (witness == null) {
            throw new IllegalStateException("No step of " + plan.transaction() + " returned its transaction number");
        }
        return new Committed(witness.getMzxid(), Instant.ofEpochMilli(witness.getMtime()), versionsOfSteps(versions));
    }

    private List<Integer> versionsOfSteps(Map<String, Integer> versions) {
        return plan.transaction().ops().stream()
                .map(op -> op instanceof Transaction.Create || op instanceof Transaction.Set
                        ? versions.get(settings.namespace().toServer(op.path()))
                        : Integer.valueOf(-1))
                .toList();
    }

    private Optional<CommitResult> failure(List<OpResult> results) {
        if (results == null) {
            return Optional.empty();
        }
        for (int i = 0; i < results.size(); i++) {
            if (results.get(i) instanceof ErrorResult error && error.getErr() != Code.OK.intValue()) {
                return Optional.of(failedAt(plan.step(i), Codes.of(error.getErr())));
            }
        }
        return Optional.empty();
    }

    private CommitResult failedAt(int step, Code code) {
        Transaction.Op op = plan.transaction().ops().get(step);
        return switch (code) {
            case NONODE -> new Conflict(step, op, Reason.MISSING);
            case NODEEXISTS -> new Conflict(step, op, Reason.EXISTS);
            case BADVERSION -> new Conflict(step, op, Reason.VERSION);
            case NOTEMPTY -> new Conflict(step, op, Reason.HAS_CHILDREN);
            case NOCHILDRENFOREPHEMERALS -> new Conflict(step, op, Reason.PARENT_IS_BOUND);
            default ->
                new Refused(Refusal.NOT_ALLOWED, Transaction.describe(op) + ": " + Codes.explain(code, settings));
        };
    }

    private CommitResult withoutResults(Code code) {
        if (Codes.isForbidden(code) || code == Code.BADARGUMENTS) {
            return new Refused(Refusal.NOT_ALLOWED, Codes.explain(code, settings));
        }
        return new Unknown(settings.describe() + ": " + code + " while "
                + plan.transaction().ops().size() + " steps of " + plan.bytes() + " bytes were under way");
    }
}
