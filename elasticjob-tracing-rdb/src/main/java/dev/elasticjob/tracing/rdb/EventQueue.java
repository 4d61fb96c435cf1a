package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The events on their way to the database. It never grows beyond its capacity, and who offers never waits. The last quarter
 * is kept for ends of runs: an end is enough to write the whole row, a beginning is not.
 */
final class EventQueue {

    private final int capacity;
    private final int mostOfOthers;
    private final ArrayDeque<JobEvent> events = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** So many the writer waits for. */
    private int wakeAt;

    private boolean closed;
    private long closedAt;

    EventQueue(int capacity) {
        this.capacity = capacity;
        mostOfOthers = capacity - capacity / 4;
    }

    /** @return whether there was room */
    boolean offer(JobEvent event) {
        lock.lock();
        try {
            if (closed || events.size() >= (isEnd(event) ? capacity : mostOfOthers)) {
                return false;
            }
            events.add(event);
            if (events.size() == 1 || events.size() == wakeAt) {
                changed.signal();
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    static boolean isEnd(JobEvent event) {
        return event instanceof JobEvent.Finished
                || event instanceof JobEvent.Failed
                || event instanceof JobEvent.Abandoned;
    }

    /**
     * The next events.
     *
     * @param gather how long to wait for others when the first has come
     * @param patience how long to wait for the first; empty is what comes then
     */
    List<JobEvent> take(int most, Duration gather, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            wakeAt = most;
            long nanos = patience.toNanos();
            while (events.isEmpty() && !closed && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            nanos = events.isEmpty() ? 0 : gather.toNanos();
            while (events.size() < most && !closed && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            List<JobEvent> taken = new ArrayList<>(Math.min(most, events.size()));
            while (taken.size() < most && !events.isEmpty()) {
                taken.add(events.poll());
            }
            return taken;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits, unless the queue is closed and its time is over.
     *
     * @param grace how long after the closing there still is time
     * @return whether there is time for another attempt
     */
    boolean pause(Duration pause, Duration grace) throws InterruptedException {
        lock.lock();
        try {
            boolean wasClosed = closed;
            long nanos = pause.toNanos();
            while (nanos > 0 && closed == wasClosed) {
                if (closed) {
                    nanos = Math.min(nanos, timeLeft(grace));
                }
                nanos = changed.awaitNanos(nanos);
            }
            return !closed || timeLeft(grace) > 0;
        } finally {
            lock.unlock();
        }
    }

    /** Whether it is closed, and its time is over. */
    boolean isOver(Duration grace) {
        lock.lock();
        try {
            return closed && timeLeft(grace) <= 0;
        } finally {
            lock.unlock();
        }
    }

    private long timeLeft(Duration grace) {
        return grace.toNanos() - (System.nanoTime() - closedAt);
    }

    boolean isClosed() {
        lock.lock();
        try {
            return closed;
        } finally {
            lock.unlock();
        }
    }

    int size() {
        lock.lock();
        try {
            return events.size();
        } finally {
            lock.unlock();
        }
    }

    /** From now on nothing is taken in; what waits may still be taken out. */
    void close() {
        lock.lock();
        try {
            if (!closed) {
                closed = true;
                closedAt = System.nanoTime();
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes all that is left. */
    List<JobEvent> clear() {
        lock.lock();
        try {
            List<JobEvent> left = new ArrayList<>(events);
            events.clear();
            return left;
        } finally {
            lock.unlock();
        }
    }
}
