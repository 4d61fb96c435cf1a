package dev.elasticjob.chaos.analysis;

/**
 * A counted occurrence, such as a violated guarantee.
 *
 * @param at time on the clock common to all processes, in nanoseconds
 * @param fault fault active at the time, or the last one before
 * @param nanos duration in nanoseconds; 0 where a duration does not apply
 * @param text details for finding the occurrence in the records
 */
public record Finding(Kind kind, long at, String fault, long nanos, String text) {

    /** Category of a finding. */
    public enum Kind {
        LOST("fires lost although an instance could have run them", true),
        DOUBLED("fires run again after they were completed", true),
        OVERLAP("an item in two processes at once", true),
        OVERLAP_NOT_REFUSABLE("the same, of a process that was paused, not rejectable by token", true),
        OVERLAP_REFUSABLE("the same, of a process that was paused, rejectable by token", false),
        TOKEN("a token that is not higher than the one before", true),
        TOTALS("items of different totals at once", true),
        ORPHAN("lost runs that never failed over", true),
        TRIGGER("items that an operator requested and that did not run", true),
        STUCK("items that did not run for half a minute although an instance was there", true),
        HANGS("processes that did not start or did not stop", true),
        DIED("processes that ended unexpectedly", true),
        REPEATED("completed runs repeated whose end could not be recorded", false);

        private final String title;
        private final boolean broken;

        Kind(String title, boolean broken) {
            this.title = title;
            this.broken = broken;
        }

        public String title() {
            return title;
        }

        /** Returns whether a finding of this kind violates a guarantee. */
        public boolean isBroken() {
            return broken;
        }
    }
}
