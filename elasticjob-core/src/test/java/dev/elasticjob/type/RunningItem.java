package dev.elasticjob.type;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** An item on a thread of its own, to be interrupted. */
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

    /** What the item threw, or null, after its end. */
    public Throwable end() throws InterruptedException {
        thread.join(TimeUnit.SECONDS.toMillis(60));
        assertThat(thread.isAlive()).as("the item still runs").isFalse();
        return thrown.get();
    }
}
