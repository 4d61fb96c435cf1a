package dev.elasticjob.api;

/** Why an item runs. */
public enum RunSource {
    /** Its cron instant came. */
    NORMAL_TRIGGER,
    /** A cron instant fell due while the item was still running, or while nobody could run it. */
    MISFIRE,
    /** The instance that ran it before was lost in the middle. */
    FAILOVER,
    /** Somebody called {@code execute()} on a one-off job. */
    ONE_OFF,
    /** An operator asked for it. */
    MANUAL_TRIGGER
}
