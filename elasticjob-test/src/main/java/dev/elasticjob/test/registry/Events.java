package dev.elasticjob.test.registry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** Queue of the events that a listener received. */
final class Events<T> implements Consumer<T> {

    private final String what;
    private final BlockingQueue<T> queue = new LinkedBlockingQueue<>();

    Events(String what) {
        this.what = what;
    }

    @Override
    public void accept(T event) {
        queue.add(event);
    }

    T next() {
        try {
            T event = queue.poll(Waiting.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
            if (event == null) {
                throw new AssertionError("Nothing came within " + Waiting.LIMIT + ": " + what);
            }
            return event;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("Interrupted while waiting: " + what, e);
        }
    }

    /** Returns the next matching event and drops the events before it. */
    T next(Predicate<T> wanted) {
        List<T> others = new ArrayList<>();
        while (true) {
            T event;
            try {
                event = next();
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + ", only " + others, e);
            }
            if (wanted.test(event)) {
                return event;
            }
            others.add(event);
        }
    }

    /** Returns the events received so far and not yet taken. */
    List<T> take() {
        List<T> taken = new ArrayList<>();
        queue.drainTo(taken);
        return taken;
    }
}
