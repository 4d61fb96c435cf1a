package dev.elasticjob.benchmarks.wire;

/**
 * Traffic counted so far.
 *
 * @param requests number of requests, without heartbeats and handshakes
 * @param roundTrips number of round trips; requests sent without waiting for each other share one
 * @param notifications number of watch notifications
 * @param pings number of heartbeats
 * @param bytes total number of bytes in both directions
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
