package dev.elasticjob.tracing;

/**
 * Statistics of recorded history since its start. Every received event is counted as written, dropped or waiting.
 *
 * @param received number of events passed to the listener
 * @param written number of stored events
 * @param dropped number of lost events: there was no space for them, the storage rejected them, or there was no time left
 * @param droppedRuns number of dropped events that are ends of runs; as many runs are missing from history or appear unfinished
 * @param waiting number of events waiting to be written
 */
public record TracingMetrics(long received, long written, long dropped, long droppedRuns, long waiting) {

    public static final TracingMetrics NONE = new TracingMetrics(0, 0, 0, 0, 0);
}
