package dev.elasticjob.console.net;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether a registry or a database responded to its last probe.
 *
 * @param answeredAt time of its last response, by the console's clock
 * @param problem reason why it does not respond; empty otherwise
 */
public record Reachability(State state, Optional<Instant> answeredAt, String problem) {

    public enum State {
        /** Not probed yet. */
        UNKNOWN,
        REACHABLE,
        UNREACHABLE
    }

    public static Reachability unknown() {
        return new Reachability(State.UNKNOWN, Optional.empty(), "");
    }

    public static Reachability reachable(Instant now) {
        return new Reachability(State.REACHABLE, Optional.of(now), "");
    }

    public Reachability lost(String why) {
        return new Reachability(State.UNREACHABLE, answeredAt, why == null ? "" : why);
    }
}
