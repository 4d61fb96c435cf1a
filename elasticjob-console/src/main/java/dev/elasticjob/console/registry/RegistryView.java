package dev.elasticjob.console.registry;

/**
 * A registry as it is shown: never with its credentials.
 *
 * @param hasDigest whether there are credentials
 * @param configured whether it stands in the configuration, where it can be changed
 * @param problem why it is not connected; empty if it was not tried
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
        /** Wanted, and not there. */
        FAILED,
        /** Not wanted, or not yet needed. */
        DISCONNECTED
    }
}
