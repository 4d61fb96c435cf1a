package dev.elasticjob.snapshot;

import java.time.Duration;

/**
 * Limits for clients.
 *
 * @param connections number of connections served at the same time; further ones wait
 * @param lineBytes maximum length of the line
 * @param lineWithin time limit for sending the line
 * @param allWithin time limit for the complete exchange, including the last byte of the response
 */
record SnapshotLimits(int connections, int lineBytes, Duration lineWithin, Duration allWithin) {

    static final SnapshotLimits DEFAULT = new SnapshotLimits(3, 1024, Duration.ofSeconds(5), Duration.ofSeconds(30));
}
