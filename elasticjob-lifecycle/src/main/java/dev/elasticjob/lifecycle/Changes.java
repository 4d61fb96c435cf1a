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
 * Carries out what may be repeated: looks what is still to do, does it in transactions as large as the registry takes, and
 * looks again, until nothing is left. A conflict or an unknown outcome only makes it look again.
 */
final class Changes {

    private static final int MOST_ROUNDS = 20;

    private final RegistryAccess registry;

    Changes(RegistryAccess registry) {
        this.registry = registry;
    }

    /**
     * @param what in words, for the message when it does not come to an end
     * @param left the steps that are still to be taken, each list to be taken at once or not at all; read afresh each time
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
