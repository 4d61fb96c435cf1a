package dev.elasticjob.benchmarks.wire;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts how often a connection waits for the server. Requests sent before the response to the first of them share one
 * round trip; the first request after that response begins the next one. A client that waits for each response has as
 * many round trips as requests.
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
        // A server answers requests in order.
        if (answers >= firstOfTrip) {
            firstOfTrip = requests;
            total.increment();
        }
    }

    synchronized void answered() {
        answers++;
    }
}
