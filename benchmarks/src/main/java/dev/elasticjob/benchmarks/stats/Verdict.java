package dev.elasticjob.benchmarks.stats;

/** Whether a ratio is what was demanded. */
public enum Verdict {
    /** The whole interval is. */
    MET,
    /** Only a part of the interval is. */
    OPEN,
    /** Nothing of the interval is. */
    MISSED
}
