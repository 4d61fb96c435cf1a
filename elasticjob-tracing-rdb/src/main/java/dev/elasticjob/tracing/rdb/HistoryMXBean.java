package dev.elasticjob.tracing.rdb;

/** How the writing of history is going, for JMX. */
public interface HistoryMXBean {

    /** Events that were handed over. */
    long getReceived();

    /** Events that are in the database. */
    long getWritten();

    /** Events that are lost. */
    long getDropped();

    /** Ends of runs that are lost: so many runs are missing, or look unfinished. */
    long getDroppedRuns();

    /** Events that wait to be written. */
    long getWaiting();
}
