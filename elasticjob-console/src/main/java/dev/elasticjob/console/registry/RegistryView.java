package dev.elasticjob.console.registry;

/**
 * A registry for display, without its credentials.
 *
 * @param hasDigest whether the registry has credentials
 * @param configured whether the registry is defined in the configuration, and can only be changed there
 * @param problem reason why the registry is not connected; empty if no attempt was made
 */
public record RegistryView(
        String name,
        String servers,
        String namespace,
        boolean hasDigest,
        boolean configured,
        State state,
        String problem) {

    public enum State {
        CONNECTED,
        /** A connection is required, but the registry cannot be reached. */
        FAILED,
        /** No connection is required, or none was required yet. */
        DISCONNECTED
    }
}
