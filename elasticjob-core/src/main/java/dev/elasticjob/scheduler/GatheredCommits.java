package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * Commits, at most one of each job in one transaction. They keep their order; a read that is called after a commit may be
 * carried out before it.
 */
final class GatheredCommits extends Gathered<Transaction, CommitResult> {

    private static final int MOST_BYTES = 100_000;

    private final RegistrySession session;

    GatheredCommits(RegistrySession session) {
        this.session = session;
    }

    private static final class Together implements Batch<Transaction> {
        private final Transaction.Builder all = Transaction.builder();
        private final Set<String> jobs = new HashSet<>();
        private int bytes;

        @Override
        public boolean add(Transaction transaction) {
            boolean fits = jobs.isEmpty() || bytes + transaction.bytes() <= MOST_BYTES;
            if (!fits || !jobs.add(job(transaction))) {
                return false;
            }
            bytes += transaction.bytes();
            transaction.ops().forEach(all::add);
            return true;
        }

        @Override
        public Transaction together() {
            return all.build();
        }

        /** The jobs are the top of the tree. */
        private static String job(Transaction transaction) {
            String path = transaction.ops().get(0).path();
            int end = path.indexOf('/', 1);
            return end < 0 ? path : path.substring(0, end);
        }
    }

    @Override
    Batch<Transaction> newBatch() {
        return new Together();
    }

    @Override
    CompletionStage<CommitResult> send(Transaction transaction) {
        return session.commit(transaction);
    }

    @Override
    boolean isForOne(CommitResult failure) {
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
