package dev.elasticjob.registry;

import dev.elasticjob.spi.TypedSPI;

/** Makes registry centers from an operator's words; found with {@link java.util.ServiceLoader}. */
public interface RegistryProvider extends TypedSPI {

    /** Returns whether this is the provider for an address. By default, if its scheme is the type: {@code type://…}. */
    default boolean supports(String address) {
        return address.startsWith(getType() + "://");
    }

    /**
     * @param connectString the address, without a scheme {@code type://}
     * @param digest credentials {@code user:password}, empty for none
     * @return a center on which {@link CoordinatorRegistryCenter#init()} has not been called
     */
    CoordinatorRegistryCenter create(String connectString, String namespace, String digest);
}
