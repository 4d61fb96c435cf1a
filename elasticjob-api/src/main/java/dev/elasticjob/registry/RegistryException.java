package dev.elasticjob.registry;

/** A registry cannot be used; the message says why and what to do. */
public final class RegistryException extends RuntimeException {

    public RegistryException(String message) {
        super(message);
    }

    public RegistryException(String message, Throwable cause) {
        super(message, cause);
    }
}
