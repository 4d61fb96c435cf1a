package dev.elasticjob.engine.context;

import java.time.Duration;

/** The registry session of this instance, as far as the engine knows it. */
public final class Session {

    private static final long NONE = 0;

    private long id = NONE;
    private Duration timeout = Duration.ZERO;
    private int largestTransaction;
    private boolean connected;

    Session() {}

    /** @param limit maximum size of a transaction in bytes */
    public void opened(long newId, Duration newTimeout, int limit) {
        id = newId;
        timeout = newTimeout;
        largestTransaction = limit;
        connected = true;
    }

    public void connected(boolean isConnected) {
        connected = isConnected;
    }

    public void lost() {
        connected = false;
        id = NONE;
    }

    public boolean exists() {
        return id != NONE;
    }

    public long id() {
        return id;
    }

    public Duration timeout() {
        return timeout;
    }

    /** Returns the maximum size of a transaction in bytes. */
    public int largestTransaction() {
        return largestTransaction;
    }

    public boolean isConnected() {
        return connected;
    }
}
