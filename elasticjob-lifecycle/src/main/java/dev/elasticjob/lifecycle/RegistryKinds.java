package dev.elasticjob.lifecycle;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.RegistryProvider;
import dev.elasticjob.spi.Extensions;
import java.util.List;

/** Chooses the provider for a connect string. */
final class RegistryKinds {

    private static final String USUAL = "zookeeper";
    private static final String SCHEME_END = "://";

    private RegistryKinds() {}

    static CoordinatorRegistryCenter create(String connectString, String namespace, String digest) {
        List<String> known = Extensions.types(RegistryProvider.class);
        for (String type : known) {
            if (connectString.startsWith(type + SCHEME_END)) {
                return provider(type)
                        .create(connectString.substring(type.length() + SCHEME_END.length()), namespace, digest);
            }
        }
        if (known.isEmpty()) {
            throw new RegistryException(
                    "No registry is on the class path. Add the dependency dev.elasticjob:elasticjob-registry-zookeeper");
        }
        if (connectString.contains(SCHEME_END)) {
            throw new RegistryException("The kind of registry in '"
                    + connectString.substring(0, connectString.indexOf(SCHEME_END)) + SCHEME_END
                    + "…' is not known; known are " + known + ". Choose one of them, or leave it out");
        }
        if (known.size() > 1 && !known.contains(USUAL)) {
            throw new RegistryException("Several kinds of registry are at hand: " + known
                    + ". Write the one you mean in front of the address, such as " + known.get(0) + SCHEME_END + "…");
        }
        return provider(known.contains(USUAL) ? USUAL : known.get(0)).create(connectString, namespace, digest);
    }

    private static RegistryProvider provider(String type) {
        return Extensions.find(RegistryProvider.class, type).orElseThrow();
    }
}
