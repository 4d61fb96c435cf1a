package dev.elasticjob.registry;

/** Thrown if a registry cannot be used; the message contains the reason and the remedy. */
public final class RegistryException extends RuntimeException {

    public RegistryException(String message) {
        super(message);
    }

    public RegistryException(String message, Throwable cause) {
        super(message, cause);
    }
}
