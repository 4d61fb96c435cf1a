package dev.elasticjob.registry.zookeeper;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes values to a receiver one after the other, in the order in which they were put, regardless of the threads that call
 * {@link #deliver()}. No lock is held while the receiver runs.
 */
final class InOrder<T> {

    private static final Logger LOG = LoggerFactory.getLogger(InOrder.class);

    private final Consumer<? super T> receiver;
    private final Queue<T> waiting = new ConcurrentLinkedQueue<>();
    private final AtomicInteger calls = new AtomicInteger();

    InOrder(Consumer<? super T> receiver) {
        this.receiver = receiver;
    }

    void put(T value) {
        waiting.add(value);
    }

    void deliver() {
        if (calls.getAndIncrement() != 0) {
            return;
        }
        int seen = 1;
        while (seen != 0) {
            for (T next = waiting.poll(); next != null; next = waiting.poll()) {
                deliver(receiver, next);
            }
            seen = calls.addAndGet(-seen);
        }
    }

    /**
     * Passes a value to a receiver. Exceptions of the receiver are logged: they must neither end the client's event thread nor prevent
     * other receivers from being notified.
     */
    static <T> void deliver(Consumer<? super T> receiver, T value) {
        try {
            receiver.accept(value);
        } catch (RuntimeException | Error e) {
            LOG.error("A receiver of {} threw", value, e);
        }
    }
}
