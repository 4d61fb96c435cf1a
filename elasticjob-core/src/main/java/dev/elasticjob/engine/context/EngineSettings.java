package dev.elasticjob.engine.context;

import java.time.Duration;

/**
 * Times and limits of the engine, the same for every job of a scheduler.
 *
 * @param readAhead how long before a fire time the items are read
 * @param joinGrace how long the leader waits for further instances to join before it assigns the items again
 * @param electionDelay how long all but the oldest instance wait before they try to lead
 * @param claimDelay how long all but the intended instance wait before they claim a lost run
 * @param finishGrace how long the end of a run waits to be recorded together with others that are still running
 * @param drain how long a leaving instance waits for its runs before it interrupts them
 * @param drainInterrupted how long it then waits for them to end
 * @param leaveUnreachable how long a leaving instance without runs waits for a registry that does not answer
 * @param reconcileFloor the longest time between two reads of everything
 * @param heldBackReport after how long a run that delays a change of the total is reported
 * @param attempts how often a run is started at most, including failovers
 * @param catchUpWindow shortest time for which a fire that no instance could run is made up for
 * @param clockReading how long a reading of the registry's clock is relied on where a fire depends on it
 * @param serverRetention how long the node of a server without instances is kept
 */
public record EngineSettings(
        Duration readAhead,
        Duration joinGrace,
        Duration electionDelay,
        Duration claimDelay,
        Duration finishGrace,
        Duration drain,
        Duration drainInterrupted,
        Duration leaveUnreachable,
        Duration reconcileFloor,
        Duration heldBackReport,
        int attempts,
        Duration catchUpWindow,
        Duration clockReading,
        Duration serverRetention) {

    public static final EngineSettings DEFAULT = new EngineSettings(
            Duration.ofMillis(200),
            Duration.ofMillis(20),
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofMillis(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10),
            Duration.ofSeconds(3),
            Duration.ofMinutes(10),
            Duration.ofMinutes(1),
            5,
            Duration.ofMinutes(1),
            Duration.ofMinutes(1),
            Duration.ofDays(1));
}
