package dev.elasticjob.error.notify;

/** Delivers messages to a server. Used by one thread, for the lifetime of that thread. */
interface Courier extends AutoCloseable {

    /**
     * Sends a message and returns when the server has accepted it; fails after a bounded time.
     *
     * @param text message to send
     * @throws Exception if the server has not accepted the message
     */
    void send(String text) throws Exception;

    /** Makes a {@link #send} that is in progress on another thread fail soon. The caller interrupts that thread afterwards. */
    void abort();

    @Override
    void close();
}
