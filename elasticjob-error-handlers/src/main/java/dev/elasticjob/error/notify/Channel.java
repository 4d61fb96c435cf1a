package dev.elasticjob.error.notify;

/** Destination of messages. */
interface Channel {

    /** Returns the values that must not be logged. */
    Secrets secrets();

    /** Creates a courier for this destination; must not block for long. */
    Courier open();
}
