package dev.elasticjob.tracing.rdb;

import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Queue of events on their way to the database. It never exceeds its capacity, and producers never wait. The last quarter is reserved for
 * ends of runs: an end is sufficient to write the complete row, a start is not.
 */
final class EventQueue {

    private final int capacity;
    private final int capacityForOthers;
    private final ArrayDeque<JobEvent> events = new ArrayDeque<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    /** Number of queued events at which the writer is woken. */
    private int wakeAt;

    private boolean closed;
    private long closedAt;

    EventQueue(int capacity) {
        this.capacity = capacity;
        capacityForOthers = capacity - capacity / 4;
    }

    /**
     * Adds an event if there is room.
     *
     * @param event event to add
     * @return whether the event was added
     */
    boolean offer(JobEvent event) {
        lock.lock();
        try {
            if (closed || events.size() >= (isEnd(event) ? capacity : capacityForOthers)) {
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
     * Removes and returns the next events.
     *
     * @param most maximum number of events
     * @param gather how long to wait for further events after the first one
     * @param patience how long to wait for the first event; the result is empty if none arrives
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
     * Waits, unless the queue is closed and its grace period has expired.
     *
     * @param pause time to wait
     * @param grace grace period after closing
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

    /** Returns whether the queue is closed and its grace period has expired. */
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

    /** Closes the queue: further events are rejected, waiting events can still be taken. */
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

    /** Removes and returns all remaining events. */
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
