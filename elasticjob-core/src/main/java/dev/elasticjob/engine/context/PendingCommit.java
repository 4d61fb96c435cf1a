package dev.elasticjob.engine.context;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A commit that was not answered yet, with the hints that it probably caused itself. */
final class PendingCommit {

    final Transaction transaction;
    final Consumer<CommitResult> then;
    final Duration sentAt;
    private final Map<String, List<Hint>> heldBack = new HashMap<>();

    PendingCommit(Transaction transaction, Consumer<CommitResult> then, Duration sentAt) {
        this.transaction = transaction;
        this.then = then;
        this.sentAt = sentAt;
    }

    /** Holds a hint back if it concerns a change of this commit; a join alone causes a dozen of them. */
    boolean holdBack(Hint hint) {
        List<Hint> ofPath = heldBack.get(hint.path());
        if (ofPath == null && !changes(hint.path())) {
            return false;
        }
        heldBack.computeIfAbsent(hint.path(), path -> new ArrayList<>(1)).add(hint);
        return true;
    }

    private boolean changes(String path) {
        for (Transaction.Op op : transaction.ops()) {
            if (op.path().equals(path) && !(op instanceof Transaction.Check)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the hints of other writers: each change of this commit causes one hint, the rest is from elsewhere. */
    List<Hint> hintsOfOthers(CommitResult result) {
        List<Hint> ofOthers = new ArrayList<>();
        for (List<Hint> ofPath : heldBack.values()) {
            if (!(result instanceof Committed) || ofPath.size() > 1) {
                ofOthers.addAll(ofPath);
            }
        }
        return ofOthers;
    }
}
