package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Batches commits: a transaction contains at most one commit of each job. Commits keep their order. A read that is called after
 * a commit may be executed before it.
 */
final class BatchedCommits extends Batched<Transaction, CommitResult> {

    private static final int MOST_BYTES = 100_000;

    private final RegistrySession session;

    BatchedCommits(RegistrySession session, Guard guard) {
        super(guard, OutgoingCall.REGISTRY_COMMIT);
        this.session = session;
    }

    private static final class Fitting implements Predicate<Transaction> {
        private final Set<String> jobs = new HashSet<>();
        private int bytes;

        @Override
        public boolean test(Transaction transaction) {
            bytes += transaction.bytes();
            boolean fits = jobs.isEmpty() || bytes <= MOST_BYTES;
            return fits && jobs.add(job(transaction));
        }

        /** Returns the top node of the path, which is the job. */
        private static String job(Transaction transaction) {
            String path = transaction.ops().get(0).path();
            int end = path.indexOf('/', 1);
            return end < 0 ? path : path.substring(0, end);
        }
    }

    @Override
    Predicate<Transaction> fitting() {
        return new Fitting();
    }

    @Override
    Transaction together(List<Transaction> transactions) {
        Transaction.Builder all = Transaction.builder();
        transactions.forEach(each -> each.ops().forEach(all::add));
        return all.build();
    }

    @Override
    CompletionStage<CommitResult> send(Transaction transaction) {
        return session.commit(transaction);
    }

    /** Returns an unknown outcome, because the commit may have been applied. */
    @Override
    CommitResult failure(String reason) {
        return new Unknown(reason);
    }

    @Override
    boolean isWorthSeparating(CommitResult failure) {
        return failure instanceof Conflict
                || failure instanceof Refused refused
                        && refused.refusal() != Refusal.NOT_CONNECTED
                        && refused.refusal() != Refusal.SESSION_OVER;
    }

    @Override
    List<CommitResult> results(CommitResult together, List<Transaction> transactions) {
        List<CommitResult> results = new ArrayList<>();
        int from = 0;
        for (Transaction each : transactions) {
            int to = from + each.ops().size();
            results.add(
                    together instanceof Committed committed
                            ? new Committed(
                                    committed.number(),
                                    committed.time(),
                                    committed.versions().subList(from, to))
                            : together);
            from = to;
        }
        return results;
    }
}
