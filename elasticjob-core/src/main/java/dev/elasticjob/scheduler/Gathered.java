package dev.elasticjob.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;

/**
 * Requests of the jobs that share a session. Many jobs do the same at the same moment, and a registry serves one large request
 * much faster than many small ones: while some are under way, the next are gathered and sent as one. Nobody waits for others
 * when nothing is under way. When the request of all fails, each is sent by itself, so that nobody's problem is another's.
 *
 * @param <Q> a request
 * @param <R> its result
 */
abstract class Gathered<Q, R> {

    private static final int UNDER_WAY = 2;

    private final Deque<Waiting<Q, R>> waiting = new ArrayDeque<>();
    private int underWay;

    private record Waiting<Q, R>(Q request, CompletableFuture<R> result) {}

    /** Of requests, one after the other: whether it fits to those before; the first always does. */
    abstract Predicate<Q> fitting();

    /** Several as one. */
    abstract Q together(List<Q> requests);

    abstract CompletionStage<R> send(Q request);

    /** Whether each of the requests that failed together might succeed alone. */
    abstract boolean isForOne(R failure);

    /** What came of each of the requests that were sent together. */
    abstract List<R> results(R together, List<Q> requests);

    final CompletionStage<R> call(Q request) {
        CompletableFuture<R> result = new CompletableFuture<>();
        synchronized (this) {
            waiting.add(new Waiting<>(request, result));
        }
        sendNext();
        return result;
    }

    private void sendNext() {
        List<Waiting<Q, R>> group = new ArrayList<>();
        synchronized (this) {
            if (waiting.isEmpty() || underWay >= UNDER_WAY) {
                return;
            }
            underWay++;
            Predicate<Q> fits = fitting();
            while (!waiting.isEmpty() && fits.test(waiting.peek().request)) {
                group.add(waiting.poll());
            }
        }
        if (group.size() == 1) {
            sendAlone(group.get(0));
        } else {
            sendTogether(group);
        }
    }

    private void sendAlone(Waiting<Q, R> one) {
        send(one.request).thenAccept(result -> {
            answered();
            one.result.complete(result);
        });
    }

    private void sendTogether(List<Waiting<Q, R>> group) {
        List<Q> requests = group.stream().map(Waiting::request).toList();
        send(together(requests)).thenAccept(result -> {
            if (isForOne(result)) {
                synchronized (this) {
                    underWay += group.size() - 1;
                }
                group.forEach(this::sendAlone);
                return;
            }
            answered();
            List<R> results = results(result, requests);
            for (int i = 0; i < results.size(); i++) {
                group.get(i).result.complete(results.get(i));
            }
        });
    }

    private void answered() {
        synchronized (this) {
            underWay--;
        }
        sendNext();
    }
}
