package dev.elasticjob.api;

/** Reason of a run. */
public enum RunSource {
    /** A fire time was reached. */
    NORMAL_TRIGGER,
    /** A fire was due while the item was still running, or while no instance could run it. */
    MISFIRE,
    /** The instance that ran the item before was lost during the run. */
    FAILOVER,
    /** The application called {@code execute()} on a one-off job. */
    ONE_OFF,
    /** An operator triggered the job. */
    MANUAL_TRIGGER
}
