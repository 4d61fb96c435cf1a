package dev.elasticjob.witness;

import java.time.Duration;
import java.util.List;

/**
 * A job used to test engines.
 *
 * @param period the cron expression fires whenever the time of day is a multiple of the period
 * @param work duration of an item
 */
public record TriedJob(String name, int items, String cron, Duration period, Duration work) {

    /** Fires so often that the next fire supersedes a lost run. */
    public static final TriedJob FAST =
            new TriedJob("fast", 6, "0/2 * * * * ?", Duration.ofSeconds(2), Duration.ofMillis(700));

    /** Fires so rarely that a lost run has to be failed over. */
    public static final TriedJob SLOW =
            new TriedJob("slow", 3, "0/20 * * * * ?", Duration.ofSeconds(20), Duration.ofSeconds(4));

    public static final List<TriedJob> ALL = List.of(FAST, SLOW);

    /** Time after which the registry expires a session without heartbeats. */
    public static final int SESSION_TIMEOUT_MILLIS = 4000;

    public static TriedJob named(String name) {
        return ALL.stream().filter(job -> job.name.equals(name)).findFirst().orElseThrow();
    }
}
