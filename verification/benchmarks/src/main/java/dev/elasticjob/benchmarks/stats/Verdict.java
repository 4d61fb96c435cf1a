package dev.elasticjob.benchmarks.stats;

/** Comparison of a ratio with its target. */
public enum Verdict {
    /** The whole interval meets the target. */
    MET,
    /** Only a part of the interval meets the target. */
    OPEN,
    /** No part of the interval meets the target. */
    MISSED
}
