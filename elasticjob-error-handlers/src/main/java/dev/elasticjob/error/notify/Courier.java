package dev.elasticjob.error.notify;

/** Brings messages to a server, on one thread, as long as that thread lives. */
interface Courier extends AutoCloseable {

    /**
     * Returns when the server has taken the message; gives up after a bounded time.
     *
     * @throws Exception when the server has not taken it
     */
    void send(String text) throws Exception;

    /** Makes a call of {@link #send} on another thread fail soon; that thread is interrupted after it. */
    void abort();

    @Override
    void close();
}
