package dev.elasticjob.console.net;

/** Thrown if the console must not connect to an address. The message contains the reason and the remedy. */
public final class ForbiddenAddressException extends IllegalArgumentException {

    public ForbiddenAddressException(String message) {
        super(message);
    }
}
