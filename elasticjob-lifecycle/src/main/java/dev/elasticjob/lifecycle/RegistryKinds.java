package dev.elasticjob.lifecycle;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistryProvider;
import dev.elasticjob.spi.Extensions;
import java.util.List;

/** Selects the provider for a connect string. */
final class RegistryKinds {

    private static final String SCHEME_END = "://";
    private static final String JDBC = "jdbc:";

    private RegistryKinds() {}

    static CoordinatorRegistryCenter create(String connectString, String namespace, String digest) {
        List<String> known = Extensions.types(RegistryProvider.class);
        for (String type : known) {
            RegistryProvider provider = provider(type);
            if (provider.supports(connectString)) {
                return provider.create(withoutScheme(connectString, type), namespace, digest);
            }
        }
        if (known.isEmpty()) {
            throw new RegistryException(
                    "No registry is on the class path. Add the dependency dev.elasticjob:elasticjob-registry-zookeeper");
        }
        if (connectString.startsWith(JDBC)) {
            throw new RegistryException("No registry for the address '" + JDBC + "…' is at hand; known are " + known
                    + ". Add the module elasticjob-registry-jdbc and the driver of the database");
        }
        if (connectString.contains(SCHEME_END)) {
            throw new RegistryException("The kind of registry in '"
                    + connectString.substring(0, connectString.indexOf(SCHEME_END)) + SCHEME_END
                    + "…' is not known; known are " + known + ". Choose one of them, or leave it out");
        }
        if (known.size() > 1) {
            throw new RegistryException("Several kinds of registry are at hand: " + known
                    + ". Write the one you mean in front of the address, such as " + known.get(0) + SCHEME_END + "…");
        }
        return provider(known.get(0)).create(connectString, namespace, digest);
    }

    private static String withoutScheme(String address, String type) {
        String scheme = type + SCHEME_END;
        return address.startsWith(scheme) ? address.substring(scheme.length()) : address;
    }

    private static RegistryProvider provider(String type) {
        return Extensions.find(RegistryProvider.class, type).orElseThrow();
    }
}
