package dev.elasticjob.snapshot;

/** Rejected request of a client; the message contains the reason. */
final class RefusedException extends Exception {

    RefusedException(String message) {
        super(message);
    }
}
