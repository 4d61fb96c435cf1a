package dev.elasticjob.witness;

import java.time.Duration;
import java.util.List;

/**
 * A job that engines are tried with.
 *
 * @param period its cron fires whenever the time of day is a multiple of it
 * @param work how long an item takes
 */
public record TriedJob(String name, int items, String cron, Duration period, Duration work) {

    /** Fires so often that a lost run is overtaken by the next instant. */
    public static final TriedJob FAST =
            new TriedJob("fast", 6, "0/2 * * * * ?", Duration.ofSeconds(2), Duration.ofMillis(700));

    /** Fires so seldom that a lost run has to be taken over. */
    public static final TriedJob SLOW =
            new TriedJob("slow", 3, "0/20 * * * * ?", Duration.ofSeconds(20), Duration.ofSeconds(4));

    public static final List<TriedJob> ALL = List.of(FAST, SLOW);

    /** What the registry keeps a silent session for. */
    public static final int SESSION_TIMEOUT_MILLIS = 4000;

    public static TriedJob named(String name) {
        return ALL.stream().filter(job -> job.name.equals(name)).findFirst().orElseThrow();
    }
}
