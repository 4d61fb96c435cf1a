package dev.elasticjob.benchmarks.wire;

/**
 * What was said so far.
 *
 * @param requests neither heartbeats nor handshakes
 * @param roundTrips that the requests took: those sent without waiting for each other share one
 * @param notifications of watches
 * @param pings heartbeats
 * @param bytes of all of it, in both directions
 */
public record Traffic(long requests, long roundTrips, long notifications, long pings, long bytes) {

    public Traffic minus(Traffic earlier) {
        return new Traffic(
                requests - earlier.requests,
                roundTrips - earlier.roundTrips,
                notifications - earlier.notifications,
                pings - earlier.pings,
                bytes - earlier.bytes);
    }
}
