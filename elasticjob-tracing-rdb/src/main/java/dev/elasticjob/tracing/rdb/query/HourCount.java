package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;

/** How many runs began in the hour that begins then. */
public record HourCount(Instant hour, long running, long success, long failure) {}
