package dev.elasticjob.scheduler;

import dev.elasticjob.simulation.Timeline;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A timer whose time passes when the test says so. */
final class ManualTimer {

    private final Timeline timeline = new Timeline();
    /** So many of the next calls throw. */
    int failures;
    /** The next call schedules its task and throws. */
    boolean throwsAfterNext;

    ReliableTimer reliable() {
        return new ReliableTimer(service(), guard());
    }

    /** A guard that follows the time of this timer. */
    Guard guard() {
        return Guard.of("test", this::nanoTime);
    }

    long nanoTime() {
        return TimeUnit.MILLISECONDS.toNanos(timeline.now());
    }

    void pass(Duration time) {
        timeline.runUntil(timeline.now() + time.toMillis(), () -> {});
    }

    ScheduledExecutorService service() {
        return (ScheduledExecutorService) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ScheduledExecutorService.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "schedule" -> schedule((Runnable) arguments[0], millis(arguments[1]), false);
                    case "scheduleWithFixedDelay" -> schedule((Runnable) arguments[0], millis(arguments[2]), true);
                    case "isShutdown" -> false;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }

    private static long millis(Object nanos) {
        return TimeUnit.NANOSECONDS.toMillis((long) nanos);
    }

    private ScheduledFuture<?> schedule(Runnable task, long delay, boolean repeated) {
        if (failures > 0) {
            failures--;
            throw new IllegalStateException("injected");
        }
        AtomicBoolean cancelled = new AtomicBoolean();
        plan(task, delay, repeated, cancelled);
        if (throwsAfterNext) {
            throwsAfterNext = false;
            throw new OutOfMemoryError("injected");
        }
        return (ScheduledFuture<?>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ScheduledFuture.class}, (proxy, method, arguments) -> {
                    assert method.getName().equals("cancel");
                    cancelled.set(true);
                    return true;
                });
    }

    private void plan(Runnable task, long delay, boolean repeated, AtomicBoolean cancelled) {
        timeline.after(delay, () -> {
            if (!cancelled.get()) {
                task.run();
                if (repeated) {
                    plan(task, delay, true, cancelled);
                }
            }
        });
    }
}
