package dev.elasticjob.chaos.analysis;

/**
 * Something that was counted.
 *
 * @param at on the clock of all processes, in nanoseconds
 * @param fault that was there at the time, or had been last
 * @param nanos how long it lasted, where it lasted
 * @param text what exactly, for who wants to look it up in the records
 */
public record Finding(Kind kind, long at, String fault, long nanos, String text) {

    /** What is counted. */
    public enum Kind {
        LOST("instants lost although somebody could have run them", true),
        DOUBLED("instants run again after they were completed", true),
        OVERLAP("an item in two processes at once", true),
        OVERLAP_NOT_REFUSABLE("the same, of a process that had stood still, not refusable by token", true),
        OVERLAP_REFUSABLE("the same, of a process that had stood still, refusable by token", false),
        TOKEN("a token that is not higher than the one before", true),
        TOTALS("items of different totals at once", true),
        ORPHAN("lost runs never taken over", true),
        TRIGGER("items that an operator asked for and that did not run", true),
        STUCK("items that did not run for half a minute although somebody was there", true),
        HANGS("processes that did not start or did not stop", true),
        DIED("processes that ended by themselves", true),
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

        /** Whether a promise is broken by it. */
        public boolean isBroken() {
            return broken;
        }
    }
}
