package dev.elasticjob.scheduler;

import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Refusal;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The commits of the jobs that share a session. Many jobs fire at the same moment, and a registry commits one large
 * transaction much faster than many small ones: while some are under way, the next are gathered and sent as one, at most one
 * of each job. Nobody waits for others when nothing is under way.
 *
 * <p>What was gathered happens as a whole or not at all. When a step of it does not hold, each is sent by itself, so that
 * nobody's conflict is another's. Commits keep their order; a read that is called after a commit may be carried out before it.
 */
final class GatheredCommits {

    private static final int UNDER_WAY = 2;
    private static final int MOST_BYTES = 100_000;

    private final RegistrySession session;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int underWay;

    private record Waiting(Transaction transaction, CompletableFuture<CommitResult> result) {
        /** The jobs are the top of the tree. */
        String job() {
            String path = transaction.ops().get(0).path();
            int end = path.indexOf('/', 1);
            return end < 0 ? path : path.substring(0, end);
        }
    }

    GatheredCommits(RegistrySession session) {
        this.session = session;
    }

    CompletionStage<CommitResult> commit(Transaction transaction) {
        CompletableFuture<CommitResult> result = new CompletableFuture<>();
        synchronized (this) {
            waiting.add(new Waiting(transaction, result));
        }
        sendNext();
        return result;
    }

    private void sendNext() {
        List<Waiting> together;
        synchronized (this) {
            if (waiting.isEmpty() || underWay >= UNDER_WAY) {
                return;
            }
            underWay++;
            together = gather();
        }
        if (together.size() == 1) {
            send(together.get(0));
        } else {
            sendTogether(together);
        }
    }

    /** From the front, until one is of a job that is among them already, or would make it too large. */
    private List<Waiting> gather() {
        List<Waiting> together = new ArrayList<>();
        Set<String> jobs = new HashSet<>();
        int bytes = 0;
        for (Iterator<Waiting> each = waiting.iterator(); each.hasNext(); ) {
            Waiting next = each.next();
            bytes += next.transaction.bytes();
            boolean fits = together.isEmpty() || bytes <= MOST_BYTES;
            if (!fits || !jobs.add(next.job())) {
                break;
            }
            together.add(next);
            each.remove();
        }
        return together;
    }

    private void send(Waiting one) {
        session.commit(one.transaction).thenAccept(result -> {
            answered();
            one.result.complete(result);
        });
    }

    private void sendTogether(List<Waiting> together) {
        Transaction.Builder all = Transaction.builder();
        together.forEach(each -> each.transaction.ops().forEach(all::add));
        session.commit(all.build()).thenAccept(result -> {
            if (result instanceof Conflict || result instanceof Refused refused && isForOne(refused.refusal())) {
                synchronized (this) {
                    underWay += together.size() - 1;
                }
                together.forEach(this::send);
            } else {
                answered();
                tell(together, result);
            }
        });
    }

    /** Whether another might not be refused. */
    private static boolean isForOne(Refusal refusal) {
        return refusal != Refusal.NOT_CONNECTED && refusal != Refusal.SESSION_OVER;
    }

    private static void tell(List<Waiting> together, CommitResult result) {
        int from = 0;
        for (Waiting each : together) {
            int steps = each.transaction.ops().size();
            each.result.complete(
                    result instanceof Committed committed
                            ? new Committed(
                                    committed.number(),
                                    committed.time(),
                                    committed.versions().subList(from, from + steps))
                            : result);
            from += steps;
        }
    }

    private void answered() {
        synchronized (this) {
            underWay--;
        }
        sendNext();
    }
}
