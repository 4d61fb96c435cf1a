package dev.elasticjob.snapshot;

/** A client does not get what it asked for; the message tells it why. */
final class RefusedException extends Exception {

    RefusedException(String message) {
        super(message);
    }
}
