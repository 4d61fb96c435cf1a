package dev.elasticjob.tracing;

/** Receives the events of jobs. */
public interface TracingListener extends AutoCloseable {

    /**
     * Receives an event. Must not block, because it is called on threads that run jobs.
     *
     * @param event the event
     */
    void onEvent(JobEvent event);

    /** Returns the statistics of this listener; all values are zero if it does not count. */
    default TracingMetrics metrics() {
        return TracingMetrics.NONE;
    }

    /** Writes the remaining events within a time limit. */
    @Override
    default void close() {}
}
