package dev.elasticjob.tracing.rdb;

/** How the writing of history is going, for JMX. */
public interface HistoryMXBean {

    /** Events that were handed over. */
    long getReceived();

    /** Events that are in the database. */
    long getWritten();

    /** Events that are lost. */
    long getDropped();

    /** Events that wait to be written. */
    long getWaiting();
}
