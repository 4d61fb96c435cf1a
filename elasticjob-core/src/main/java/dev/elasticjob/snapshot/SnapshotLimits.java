package dev.elasticjob.snapshot;

import java.time.Duration;

/**
 * What a client may ask of us.
 *
 * @param connections served at the same time; further ones wait
 * @param lineBytes the longest line
 * @param lineWithin how long it may take to send it
 * @param allWithin how long everything may take, to the last byte of the answer
 */
record SnapshotLimits(int connections, int lineBytes, Duration lineWithin, Duration allWithin) {

    static final SnapshotLimits DEFAULT = new SnapshotLimits(3, 1024, Duration.ofSeconds(5), Duration.ofSeconds(30));
}
