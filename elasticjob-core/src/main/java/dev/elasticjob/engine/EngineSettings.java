package dev.elasticjob.engine;

import java.time.Duration;

/**
 * The engine's own times and bounds, the same for every job of a scheduler.
 *
 * @param readAhead how long before an instant its items are read
 * @param joinQuiet how long the leader waits for further instances to join before it shares out anew
 * @param electionDelay how long all but the oldest instance wait before they try to lead
 * @param takeOverDelay how long all but the intended instance wait before they take over a run
 * @param finishQuiet how long the end of a run waits to be recorded together with others that are still running
 * @param drain how long a leaving instance lets its runs go on before it interrupts them
 * @param drainInterrupted how long it then waits for them to end
 * @param leaveUnheard how long a leaving instance without runs waits for a registry that is out of reach
 * @param reconcileFloor the longest time without reading everything afresh
 * @param heldBackReport after how long a run that holds back a change of total is reported
 * @param attempts how often a run is taken over at the most
 * @param catchUpWindow shortest time for which a fire that no instance could run is made up for
 * @param clockReading how long a reading of the registry's clock is relied on where a fire depends on it
 * @param serverRetention how long the node of a server without instances is kept
 */
public record EngineSettings(
        Duration readAhead,
        Duration joinQuiet,
        Duration electionDelay,
        Duration takeOverDelay,
        Duration finishQuiet,
        Duration drain,
        Duration drainInterrupted,
        Duration leaveUnheard,
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
