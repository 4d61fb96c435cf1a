package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.FIRE_IS_OWED;
import static dev.elasticjob.engine.Rule.LATE_FIRE_IS_MISSED;
import static dev.elasticjob.engine.Rule.OWED_FIRE_IS_LATER;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * What the owner of an item owes it. Fires are owed, not timed: the latest instant that has come, is later than the last
 * one begun, and counts. A timer only makes the owner look, so an item that changes hands around an instant is run by
 * whoever owns it next.
 */
sealed interface Owed {

    record Nothing() implements Owed {}

    /** Run it for this instant. */
    record Due(Instant at) implements Owed {}

    /** Run it for this instant, which fell due while the item was running. */
    record MakeUp(Instant at) implements Owed {}

    /** Too late: this instant fell due when nobody could run it, longer ago than the window. */
    record Missed(Instant at) implements Owed {}

    Owed NOTHING = new Nothing();

    /** The lateness up to which a fire runs while {@link Rule#FIRE_IS_OWED} is switched off. */
    Duration TIMER_DELAY = Duration.ofMillis(300);

    /** Whether a run is owed: a fire that was missed is not run any more. */
    default boolean isRun() {
        return this instanceof Due || this instanceof MakeUp;
    }

    /**
     * @param begun the last instant begun
     * @param due the latest instant that fell due during a run
     * @param since instants up to this moment do not count
     */
    static Owed of(
            Schedule schedule,
            Optional<Instant> begun,
            Optional<Instant> due,
            Instant since,
            Instant now,
            boolean misfire,
            Duration window) {
        Instant base = begun.filter(since::isBefore)
                .filter(at -> OWED_FIRE_IS_LATER.holds() || !at.isAfter(now))
                .orElse(since);
        if (!misfire && due.isPresent() && due.get().isAfter(base)) {
            base = due.get();
        }
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
