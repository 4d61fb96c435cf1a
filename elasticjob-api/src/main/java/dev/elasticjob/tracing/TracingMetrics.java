package dev.elasticjob.tracing;

/**
 * How the writing of history is going, counted since it began. What was received is written, dropped or waiting.
 *
 * @param received events that were handed over
 * @param written events that are stored
 * @param dropped events that are lost: there was no room for them, the storage refused them, or there was no time left
 * @param droppedRuns those of the dropped that are ends of runs: so many runs are missing, or look unfinished
 * @param waiting events on their way
 */
public record TracingMetrics(long received, long written, long dropped, long droppedRuns, long waiting) {

    public static final TracingMetrics NONE = new TracingMetrics(0, 0, 0, 0, 0);
}
