package dev.elasticjob.engine;

import dev.elasticjob.engine.context.EngineSettings;
import java.time.Duration;

/** Settings of the engine in the simulator: the real ones, except that the longest times are shorter, as histories are. */
public final class SimSettings {

    public static final EngineSettings DEFAULT = of(
            EngineSettings.DEFAULT.reconcileFloor(),
            EngineSettings.DEFAULT.attempts(),
            EngineSettings.DEFAULT.serverRetention());

    private SimSettings() {}

    static EngineSettings of(Duration reconcile, int attempts, Duration serverRetention) {
        return new EngineSettings(
                EngineSettings.DEFAULT.readAhead(),
                EngineSettings.DEFAULT.joinGrace(),
                EngineSettings.DEFAULT.electionDelay(),
                EngineSettings.DEFAULT.claimDelay(),
                EngineSettings.DEFAULT.finishGrace(),
                Duration.ofSeconds(12),
                Duration.ofSeconds(5),
                EngineSettings.DEFAULT.leaveUnreachable(),
                reconcile,
                Duration.ofSeconds(10),
                attempts,
                // Twice the session timeout, which the engine waits at least.
                Duration.ofMillis(2 * SimSession.TIMEOUT),
                Duration.ofSeconds(5),
                serverRetention);
    }
}
