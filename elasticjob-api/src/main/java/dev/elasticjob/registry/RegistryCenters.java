package dev.elasticjob.registry;

import dev.elasticjob.spi.Extensions;
import java.util.List;

/** Creates registry centers from their addresses, with the providers on the class path. */
public final class RegistryCenters {

    private static final String SCHEME_END = "://";
    private static final String JDBC = "jdbc:";

    private RegistryCenters() {}

    /**
     * Creates a center from an address: {@code host:2181} or {@code zookeeper://host:2181} for ZooKeeper, {@code jdbc:…} for a database.
     *
     * @param address address of the registry
     * @param namespace name of the namespace
     * @param digest credentials {@code user:password}; empty for none
     * @return a center on which {@link CoordinatorRegistryCenter#init()} has not been called
     * @throws RegistryException if no provider on the class path supports the address; the message does not contain passwords
     */
    public static CoordinatorRegistryCenter create(String address, String namespace, String digest) {
        List<String> known = Extensions.types(RegistryProvider.class);
        for (String type : known) {
            RegistryProvider provider = provider(type);
            if (provider.supports(address)) {
                return provider.create(withoutScheme(address, type), namespace, digest);
            }
        }
        if (known.isEmpty()) {
            throw new RegistryException(
                    "No registry is on the class path. Add the dependency dev.elasticjob:elasticjob-registry-zookeeper");
        }
        if (address.startsWith(JDBC)) {
            throw new RegistryException("No registry for the address '" + JDBC + "…' is on the class path; known are "
                    + known + ". Add the dependency dev.elasticjob:elasticjob-registry-jdbc and the driver of the"
                    + " database");
        }
        if (address.contains(SCHEME_END)) {
            throw new RegistryException("The kind of registry in '"
                    + address.substring(0, address.indexOf(SCHEME_END)) + SCHEME_END
                    + "…' is not known; known are " + known + ". Choose one of them, or leave it out");
        }
        if (known.size() > 1) {
            throw new RegistryException("Several kinds of registry are on the class path: " + known
                    + ". Write one of them in front of the address, such as " + known.get(0) + SCHEME_END + "…");
        }
        return provider(known.get(0)).create(address, namespace, digest);
    }

    private static String withoutScheme(String address, String type) {
        String scheme = type + SCHEME_END;
        return address.startsWith(scheme) ? address.substring(scheme.length()) : address;
    }

    private static RegistryProvider provider(String type) {
        return Extensions.find(RegistryProvider.class, type).orElseThrow();
    }
}
