package dev.elasticjob.spi;

import java.util.Optional;

/**
 * Creates extensions whose types are not known in advance, such as objects that an application has registered under a name. Found with
 * {@link java.util.ServiceLoader} and called for types that no extension provides.
 */
public interface ExtensionResolver {

    /** Returns an extension of this type for one job; empty if this resolver does not know the type. */
    <T extends TypedSPI> Optional<T> resolve(Class<T> kind, String type);
}
