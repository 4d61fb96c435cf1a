package dev.elasticjob.benchmarks.wire;

import java.util.concurrent.atomic.LongAdder;

/**
 * How often a connection waits for the server. Requests that are sent before the answer to the first of them has come share
 * one round trip; the first request after that answer begins the next. A client that waits for each answer has as many round
 * trips as requests.
 */
final class RoundTrips {

    private final LongAdder total;
    private long requests;
    private long answers;
    private long firstOfTrip;

    RoundTrips(LongAdder total) {
        this.total = total;
    }

    synchronized void requested() {
        requests++;
        // A server answers in the order of the requests.
        if (answers >= firstOfTrip) {
            firstOfTrip = requests;
            total.increment();
        }
    }

    synchronized void answered() {
        answers++;
    }
}
