package dev.elasticjob.console.net;

import java.time.Instant;
import java.util.Optional;

/**
 * Whether a registry or a database responded when it was last probed.
 *
 * @param answeredAt when it last responded, by the console's clock
 * @param problem why it does not; empty otherwise
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
