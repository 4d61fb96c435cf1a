package dev.elasticjob.chaos.record;

import java.util.List;

/**
 * Something that was done, or seen.
 *
 * @param at on the clock of all processes, in nanoseconds
 * @param wall the time of day, in milliseconds
 * @param words what its kind says
 */
public record Event(long at, long wall, Kind kind, List<String> words) {

    /** What happened; after the dash the words that follow. */
    public enum Kind {
        /** From here on everything counts. */
        BEGIN,
        /** Up to here. */
        END,
        /** A process - pid, slot. */
        STARTED,
        /** Its jobs are scheduled - pid. */
        READY,
        /** It is being killed - pid. */
        KILLING,
        /** It was told to end, or an operator ended its jobs - pid. */
        LEAVING,
        /** It is no more - pid. */
        GONE,
        /** It was told to end and did not, or does not begin - pid. */
        HANGS,
        /** It ended and nobody had told it to - pid. */
        DIED,
        /** It stands still - pid. */
        PAUSED,
        RESUMED,
        /** Its connection to the registry is disturbed - pid. */
        UNREACHABLE,
        REACHABLE,
        /** Its time of day is wrong by that - pid, milliseconds. */
        CLOCK,
        /** A server of the registry is disturbed. */
        REGISTRY_DOWN,
        /** The registry serves again. */
        REGISTRY_UP,
        /** By an operator - pid of who is on that server. */
        SERVER_DISABLED,
        SERVER_ENABLED,
        /** By an operator - job, item. */
        ITEM_DISABLED,
        ITEM_ENABLED,
        /** An operator asked for a run - job. */
        TRIGGER,
        /** An operator edits the number of items - job, number. */
        TOTAL,
        /** What an operator wanted was refused - why. */
        REFUSED,
        /** Who owns the items, as the registry shows it - job, open or closed, total, item:pid for each. */
        OWNERS,
        /** The machine stood still - milliseconds. */
        STALL,
        /** A fault begins - number, name. */
        FAULT_BEGIN,
        /** From here on it could be recovered from - number, name. */
        FAULT_CLEAR,
        /** Its last part has been done - number, name. */
        FAULT_END
    }

    public static Event parse(String line) {
        List<String> words = List.of(line.strip().split(" "));
        return new Event(
                Long.parseLong(words.get(0)),
                Long.parseLong(words.get(1)),
                Kind.valueOf(words.get(2)),
                words.subList(3, words.size()));
    }

    public String word(int index) {
        return words.get(index);
    }

    /** Its first word, where that is a process. */
    public long pid() {
        return Long.parseLong(words.get(0));
    }
}
