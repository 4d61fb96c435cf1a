package dev.elasticjob.tracing;

/** Receives what happens to jobs. */
public interface TracingListener extends AutoCloseable {

    /** Must not block: it is called on threads that run jobs. */
    void onEvent(JobEvent event);

    /** How the writing is going; all zero for who does not count. */
    default TracingMetrics metrics() {
        return TracingMetrics.NONE;
    }

    /** Writes what is still to be written, within a limit. */
    @Override
    default void close() {}
}
