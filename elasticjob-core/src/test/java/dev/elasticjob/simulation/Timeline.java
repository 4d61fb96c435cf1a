package dev.elasticjob.simulation;

import java.util.PriorityQueue;

/** Simulated time in milliseconds. Events are processed one after the other, and time passes only between them. */
public final class Timeline {

    /** Event at a point in time; events of the same time are processed in the order in which they were scheduled. */
    private record Event(long at, long order, Runnable what) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
        }
    }

    private final PriorityQueue<Event> events = new PriorityQueue<>();
    private long now;
    private long order;

    public long now() {
        return now;
    }

    public void at(long when, Runnable what) {
        events.add(new Event(Math.max(when, now), order++, what));
    }

    public void after(long delay, Runnable what) {
        at(now + delay, what);
    }

    /**
     * Processes all events up to a point in time.
     *
     * @param beforeEach called before each event
     */
    public void runUntil(long end, Runnable beforeEach) {
        while (!events.isEmpty() && events.peek().at() <= end) {
            Event event = events.poll();
            now = event.at();
            beforeEach.run();
            event.what().run();
        }
        now = end;
    }
}
