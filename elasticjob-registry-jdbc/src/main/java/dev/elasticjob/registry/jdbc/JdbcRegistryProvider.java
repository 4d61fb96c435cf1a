package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.RegistryProvider;

/** Creates registry centers for clients that use only the registry SPI, such as the operations API. */
public final class JdbcRegistryProvider implements RegistryProvider {

    @Override
    public String getType() {
        return "jdbc";
    }

    @Override
    public boolean supports(String address) {
        return address.startsWith("jdbc:");
    }

    /**
     * Creates a center.
     *
     * @param digest {@code user:password} of the database, or empty
     */
    @Override
    public CoordinatorRegistryCenter create(String connectString, String namespace, String digest) {
        JdbcConfiguration configuration = new JdbcConfiguration(connectString, namespace);
        int colon = digest.indexOf(':');
        if (colon >= 0) {
            configuration.setUsername(digest.substring(0, colon));
            configuration.setPassword(digest.substring(colon + 1));
        } else {
            configuration.setUsername(digest);
        }
        return new JdbcRegistryCenter(configuration);
    }
}
