package dev.elasticjob.tracing.rdb;

/** JMX statistics of the history writer. */
public interface HistoryMXBean {

    /** Returns the number of events passed to the writer. */
    long getReceived();

    /** Returns the number of events written to the database. */
    long getWritten();

    /** Returns the number of lost events. */
    long getDropped();

    /** Returns the number of lost ends of runs. As many runs are missing from history or appear unfinished. */
    long getDroppedRuns();

    /** Returns the number of events waiting to be written. */
    long getWaiting();
}
