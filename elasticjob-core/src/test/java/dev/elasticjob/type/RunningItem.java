package dev.elasticjob.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Item that runs on a separate thread and can be interrupted. */
public final class RunningItem {

    private final AtomicReference<Throwable> thrown = new AtomicReference<>();
    private final Thread thread;

    private RunningItem(Callable<?> item) {
        thread = new Thread(() -> {
            try {
                item.call();
            } catch (Throwable failure) {
                thrown.set(failure);
            }
        });
        thread.start();
    }

    public static RunningItem start(Callable<?> item) {
        return new RunningItem(item);
    }

    public void interrupt() {
        thread.interrupt();
    }

    /** Waits for the end and returns the exception of the item, or null. */
    public Throwable end() throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(60));
        assertThat(thread.isAlive()).as("the item still runs").isFalse();
        return thrown.get();
    }
}
