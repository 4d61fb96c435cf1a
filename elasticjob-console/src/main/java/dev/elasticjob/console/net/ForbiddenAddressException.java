package dev.elasticjob.console.net;

/** The console must not be sent there; the message says why, and what may be done. */
public final class ForbiddenAddressException extends IllegalArgumentException {

    public ForbiddenAddressException(String message) {
        super(message);
    }
}
