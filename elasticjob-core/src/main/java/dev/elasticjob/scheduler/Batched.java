package dev.elasticjob.scheduler;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Batches the requests of jobs that share a session. Many jobs send requests at the same time, and a registry serves one large
 * request much faster than many small ones. While requests are under way, the next ones are collected and sent as one. A request
 * is sent at once when none is under way. When a batch fails, its requests are sent separately, so that a request of one job does
 * not affect another job.
 *
 * @param <Q> a request
 * @param <R> its result
 */
abstract class Batched<Q, R> {

    private static final int UNDER_WAY = 2;

    private final Guard guard;
    private final OutgoingCall call;
    private final Deque<Waiting<Q, R>> waiting = new ArrayDeque<>();
    private int underWay;

    private record Waiting<Q, R>(Q request, CompletableFuture<R> result) {}

    /** @param call the kind of call that {@link #send} makes, for reports */
    Batched(Guard guard, OutgoingCall call) {
        this.guard = guard;
        this.call = call;
    }

    /** Returns a predicate that is called for one request after the other: whether it fits into the batch. The first always does. */
    abstract Predicate<Q> fitting();

    /** Combines requests into one. */
    abstract Q together(List<Q> requests);

    abstract CompletionStage<R> send(Q request);

    /** Returns the result of a request whose call threw an exception. It may have been sent. */
    abstract R failure(String reason);

    /** Returns whether requests that failed as a batch may succeed separately. */
    abstract boolean isWorthSeparating(R failure);

    /** Divides the result of a batch into the results of its requests. */
    abstract List<R> results(R together, List<Q> requests);

    /** Sends a request, at once or batched with others. Never throws, and the result never fails exceptionally. */
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
            Predicate<Q> fits = guard.get(call, this::fitting, request -> false);
            // The first is sent in any case, also if the predicate throws.
            boolean fitting = guard.get(call, () -> fits.test(waiting.peek().request), false);
            group.add(waiting.poll());
            while (fitting && !waiting.isEmpty()) {
                fitting = guard.get(call, () -> fits.test(waiting.peek().request), false);
                if (fitting) {
                    group.add(waiting.poll());
                }
            }
        }
        if (group.size() == 1) {
            sendAlone(group.get(0));
        } else {
            sendTogether(group);
        }
    }

    private CompletionStage<R> attempt(Supplier<Q> request) {
        CompletionStage<R> sent;
        try {
            sent = Objects.requireNonNull(send(request.get()), "no result");
        } catch (Throwable thrown) {
            sent = CompletableFuture.failedFuture(thrown);
        }
        return sent.handle((result, thrown) -> result != null ? result : failed(thrown));
    }

    private R failed(Throwable thrown) {
        Throwable cause = thrown == null ? new IllegalStateException("the result is null") : thrown;
        guard.failed(call, cause);
        return failure(call.description() + " failed: " + cause);
    }

    private void sendAlone(Waiting<Q, R> one) {
        attempt(one::request).thenAccept(result -> {
            // First, so that results are delivered in the order of the requests.
            one.result.complete(result);
            answered();
        });
    }

    private void sendTogether(List<Waiting<Q, R>> group) {
        List<Q> requests = group.stream().map(Waiting::request).toList();
        attempt(() -> together(requests)).thenAccept(result -> {
            if (guard.get(call, () -> isWorthSeparating(result), true)) {
                synchronized (this) {
                    underWay += group.size() - 1;
                }
                group.forEach(this::sendAlone);
                return;
            }
            List<R> results = guard.get(call, () -> results(result, requests), List.of());
            for (int i = 0; i < group.size(); i++) {
                group.get(i)
                        .result
                        .complete(i < results.size() ? results.get(i) : failure("the result cannot be divided"));
            }
            answered();
        });
    }

    private void answered() {
        synchronized (this) {
            underWay--;
        }
        sendNext();
    }
}
