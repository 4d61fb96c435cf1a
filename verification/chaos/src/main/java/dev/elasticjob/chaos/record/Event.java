package dev.elasticjob.chaos.record;

import java.util.List;

/**
 * A recorded action or observation.
 *
 * @param at time on the clock common to all processes, in nanoseconds
 * @param wall time of day in milliseconds
 * @param words arguments of the event, as documented at its kind
 */
public record Event(long at, long wall, Kind kind, List<String> words) {

    /** Kind of an event. The arguments follow the dash. */
    public enum Kind {
        /** The analysed period begins. */
        BEGIN,
        /** The analysed period ends. */
        END,
        /** A process was started - pid, slot. */
        STARTED,
        /** The jobs of the process are scheduled - pid. */
        READY,
        /** The process is about to be killed - pid. */
        KILLING,
        /** The process was requested to end, or an operator shut down its jobs - pid. */
        LEAVING,
        /** The process has ended - pid. */
        GONE,
        /** The process did not end when requested, or did not start - pid. */
        HANGS,
        /** The process ended unexpectedly - pid. */
        DIED,
        /** The process is paused - pid. */
        PAUSED,
        RESUMED,
        /** The connection of the process to the registry is disturbed - pid. */
        UNREACHABLE,
        REACHABLE,
        /** The time of day of the process is offset - pid, milliseconds. */
        CLOCK,
        /** A server of the registry is disturbed. */
        REGISTRY_DOWN,
        /** The registry serves requests again. */
        REGISTRY_UP,
        /** An operator disabled the server - pid of the process on it. */
        SERVER_DISABLED,
        SERVER_ENABLED,
        /** An operator disabled the item - job, item. */
        ITEM_DISABLED,
        ITEM_ENABLED,
        /** An operator requested a run - job. */
        TRIGGER,
        /** An operator changes the number of items - job, number. */
        TOTAL,
        /** A request of the operator was rejected - reason. */
        REFUSED,
        /** The registry publishes these owners - job, open or closed, total, item:pid for each. */
        OWNERS,
        /** The machine was stalled - milliseconds. */
        STALL,
        /** A fault begins - number, name. */
        FAULT_BEGIN,
        /** From now on the engine can recover from the fault - number, name. */
        FAULT_CLEAR,
        /** The last action of a fault is done - number, name. */
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

    /** Returns the first argument as process id. */
    public long pid() {
        return Long.parseLong(words.get(0));
    }
}
