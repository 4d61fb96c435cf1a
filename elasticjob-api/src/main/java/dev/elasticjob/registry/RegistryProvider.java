package dev.elasticjob.registry;

import dev.elasticjob.spi.TypedSPI;

/** Creates registry centers from an address entered by an operator; found with {@link java.util.ServiceLoader}. */
public interface RegistryProvider extends TypedSPI {

    /** Returns whether this provider supports an address. By default, it compares the scheme with its type: {@code type://…}. */
    default boolean supports(String address) {
        return address.startsWith(getType() + "://");
    }

    /**
     * Creates a center.
     *
     * @param connectString address, without a scheme {@code type://}
     * @param namespace name of the namespace
     * @param digest credentials {@code user:password}; empty for none
     * @return a center on which {@link CoordinatorRegistryCenter#init()} has not been called
     */
    CoordinatorRegistryCenter create(String connectString, String namespace, String digest);
}
