package dev.elasticjob.tracing.rdb.query;

import java.time.Instant;

/**
 * Numbers of runs that started within one hour.
 *
 * @param hour start of the hour
 */
public record HourCount(Instant hour, long running, long success, long failure) {}
