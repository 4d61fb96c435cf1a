package dev.elasticjob.engine.items;

import static dev.elasticjob.engine.rule.Rule.FIRE_IS_OWED;
import static dev.elasticjob.engine.rule.Rule.LATE_FIRE_IS_MISSED;
import static dev.elasticjob.engine.rule.Rule.OWED_FIRE_IS_LATER;

import dev.elasticjob.engine.view.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the owner of an item owes it. Fires are owed, not timed: the owner owes the latest fire time that has come, is later
 * than the last one started, and counts. A timer only causes a reconciliation, so that an item that changes its owner around
 * a fire time is run by the next owner.
 */
public sealed interface Owed {

    record Nothing() implements Owed {}

    /** The item is to run for this fire time. */
    record Due(Instant at) implements Owed {}

    /** The item is to run for this fire time, which fell due while it was running. */
    record MakeUp(Instant at) implements Owed {}

    /** This fire time fell due while no instance could run the item, longer ago than the catch-up window. */
    record Missed(Instant at) implements Owed {}

    Owed NOTHING = new Nothing();

    /** The lateness up to which a fire runs while {@link dev.elasticjob.engine.rule.Rule#FIRE_IS_OWED} is switched off. */
    Duration TIMER_DELAY = Duration.ofMillis(300);

    /** Returns whether a run is owed: a missed fire is not run any more. */
    default boolean isRun() {
        return this instanceof Due || this instanceof MakeUp;
    }

    /** Returns the fire time; empty if nothing is owed. */
    default Optional<Instant> fireTime() {
        if (this instanceof Due due) {
            return Optional.of(due.at);
        }
        if (this instanceof MakeUp makeUp) {
            return Optional.of(makeUp.at);
        }
        return this instanceof Missed missed ? Optional.of(missed.at) : Optional.empty();
    }

    /** Returns the moment after which fire times count for an item; the parameters are those of {@link #of}. */
    static Instant base(Optional<Instant> begun, Optional<Instant> due, Instant since, Instant now, boolean misfire) {
        Instant base = begun.filter(since::isBefore)
                .filter(at -> OWED_FIRE_IS_LATER.holds() || !at.isAfter(now))
                .orElse(since);
        return misfire ? base : due.filter(base::isBefore).orElse(base);
    }

    /**
     * Returns what is owed now.
     *
     * @param begun the last fire time started
     * @param due the latest fire time that fell due during a run
     * @param since fire times up to this one do not count
     * @param window how late a fire that no instance could run is made up for
     */
    static Owed of(
            Schedule schedule,
            Optional<Instant> begun,
            Optional<Instant> due,
            Instant since,
            Instant now,
            boolean misfire,
            Duration window) {
        Instant base = base(begun, due, since, now, misfire);
        Optional<Instant> latest = schedule.latest(base, now);
        if (latest.isEmpty()) {
            return NOTHING;
        }
        Instant at = latest.get();
        boolean madeUp = misfire && due.isPresent() && due.get().isAfter(base);
        if (madeUp && !at.isAfter(due.get())) {
            return new MakeUp(at);
        }
        Duration grace = FIRE_IS_OWED.holds() ? window : TIMER_DELAY;
        if (!at.plus(grace).isBefore(now) || !LATE_FIRE_IS_MISSED.holds()) {
            return new Due(at);
        }
        return madeUp ? new MakeUp(due.get()) : new Missed(at);
    }
}
