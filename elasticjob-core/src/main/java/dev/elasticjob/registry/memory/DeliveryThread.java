package dev.elasticjob.registry.memory;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one thread on which everything of a registry happens: operations are carried out and answered, hints and states are
 * delivered. That is what makes them ordered, and what makes locks unnecessary behind it.
 *
 * <p>The thread is there while it has users or something to do.
 */
final class DeliveryThread {

    private static final Logger LOG = LoggerFactory.getLogger(DeliveryThread.class);

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private int users;
    private Thread thread;

    synchronized void addUser() {
        users++;
    }

    synchronized void removeUser() {
        users--;
        notifyAll();
    }

    synchronized void post(Runnable task) {
        tasks.add(task);
        if (thread == null) {
            thread = new Thread(this::run, "elasticjob-memory-registry");
            thread.setDaemon(true);
            thread.start();
        }
        notifyAll();
    }

    /** Calls foreign code, whose failure must not keep others from what they are owed. */
    static <T> void tell(Consumer<T> receiver, T message) {
        try {
            receiver.accept(message);
        } catch (RuntimeException | Error e) {
            LOG.error("The receiver of {} failed", message, e);
        }
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                LOG.error("An operation of the registry in memory failed", e);
            }
        }
    }

    /** The next task, or null when the thread is to end. */
    private synchronized Runnable next() {
        while (tasks.isEmpty()) {
            if (users == 0) {
                thread = null;
                return null;
            }
            try {
                wait();
            } catch (InterruptedException e) {
                // A receiver has interrupted the thread it was called on. The registry does not end with that.
                LOG.debug("Interrupted by a receiver", e);
            }
        }
        return tasks.remove();
    }
}
