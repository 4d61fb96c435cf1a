package dev.elasticjob.lifecycle;

import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.RegistryLimits;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Applies a repeatable change: computes the remaining steps, commits them in transactions as large as the registry accepts, and
 * recomputes the remaining steps until there are none. After a conflict or an unknown outcome, the next round starts.
 */
final class Changes {

    private static final int MOST_ROUNDS = 20;

    private final RegistryAccess registry;

    Changes(RegistryAccess registry) {
        this.registry = registry;
    }

    /**
     * Commits the remaining steps until there are none.
     *
     * @param what the operation, for the message of the exception thrown when it does not finish
     * @param left supplies the remaining steps, read from the registry on each call; the steps of one inner list are committed
     *     atomically
     */
    void until(String what, Supplier<List<List<Transaction.Op>>> left) {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            List<List<Transaction.Op>> groups = left.get();
            if (groups.isEmpty()) {
                return;
            }
            for (Transaction each : inTransactions(groups)) {
                if (!(registry.commit(each) instanceof CommitResult.Committed)) {
                    break;
                }
            }
        }
        throw new OperationException(
                Kind.CONFLICT,
                what + ": others changed the same nodes again and again; look what was done, and try again");
    }

    private List<Transaction> inTransactions(List<List<Transaction.Op>> groups) {
        RegistryLimits limits = registry.limits();
        List<Transaction> result = new ArrayList<>();
        Transaction.Builder builder = Transaction.builder();
        int steps = 0;
        for (List<Transaction.Op> group : groups) {
            int more = group.stream().mapToInt(Transaction::bytes).sum();
            boolean fits = builder.bytes() + more <= limits.transactionBytes()
                    && steps + group.size() <= limits.transactionSteps();
            if (!fits && !builder.isEmpty()) {
                result.add(builder.build());
                builder = Transaction.builder();
                steps = 0;
            }
            group.forEach(builder::add);
            steps += group.size();
        }
        result.add(builder.build());
        return result;
    }
}
