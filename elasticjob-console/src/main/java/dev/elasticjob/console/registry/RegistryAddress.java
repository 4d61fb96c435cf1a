package dev.elasticjob.console.registry;

import dev.elasticjob.console.net.AddressPolicy;
import dev.elasticjob.console.net.HostAndPort;
import dev.elasticjob.console.net.JdbcUrl;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.registry.RegistryException;
import dev.elasticjob.registry.jdbc.JdbcConfiguration;
import dev.elasticjob.registry.jdbc.JdbcRegistryCenter;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Address of a registry: of ZooKeeper servers, or of a network database. A database must have the tables of the registry, because the
 * console does not create them.
 */
final class RegistryAddress {

    private static final Logger LOG = LoggerFactory.getLogger(RegistryAddress.class);
    private static final String ZOOKEEPER = "zookeeper://";
    private static final String JDBC = "jdbc:";
    private static final int USUAL_PORT = 2181;

    private final String servers;
    private final Optional<JdbcUrl> database;

    private RegistryAddress(String servers, Optional<JdbcUrl> database) {
        this.servers = servers;
        this.database = database;
    }

    /** @throws IllegalArgumentException if the address of a database has another kind of database or an option that is not allowed */
    static RegistryAddress parse(String servers) {
        if (!servers.startsWith(JDBC)) {
            return new RegistryAddress(servers, Optional.empty());
        }
        JdbcUrl url = JdbcUrl.parse(servers);
        if (!url.canHoldRegistry()) {
            throw new IllegalArgumentException("No registry can be in a database of this kind; write the address of"
                    + " PostgreSQL, MariaDB or MySQL");
        }
        return new RegistryAddress(url.toString(), Optional.of(url));
    }

    /** @throws IllegalArgumentException if the policy does not allow one of the hosts */
    void requireAllowed(AddressPolicy addresses) {
        if (database.isPresent()) {
            database.get().requireAllowed(addresses);
        } else {
            HostAndPort.parseList("servers", zookeeper(), USUAL_PORT)
                    .forEach(each -> addresses.require("servers", each.host(), each.port()));
        }
    }

    private String zookeeper() {
        return servers.startsWith(ZOOKEEPER) ? servers.substring(ZOOKEEPER.length()) : servers;
    }

    /** Opens a connection, reads, and closes the connection; returns whether the namespace exists. */
    boolean test(String namespace, String digest) {
        return database.isEmpty()
                ? ZookeeperTest.run(zookeeper(), namespace, digest)
                : withDriver(() -> JdbcRegistryCenter.namespaceExists(configuration(namespace, digest)));
    }

    /** Connects to the registry. */
    RegistryOperations connect(String namespace, String digest, Duration limit) {
        return database.isEmpty()
                ? RegistryOperations.connect(servers, namespace, digest, limit)
                : withDriver(
                        () -> RegistryOperations.connect(database.get().withSafeOptions(), namespace, digest, limit));
    }

    private JdbcConfiguration configuration(String namespace, String digest) {
        JdbcConfiguration result = new JdbcConfiguration(database.get().withSafeOptions(), namespace);
        int colon = digest.indexOf(':');
        result.setUsername(colon < 0 ? digest : digest.substring(0, colon));
        result.setPassword(colon < 0 ? "" : digest.substring(colon + 1));
        return result;
    }

    private interface Use<T> {
        T run();
    }

    /** Calls the database. The response of the server is only logged, not returned to the client, who may not be entitled to know it. */
    private <T> T withDriver(Use<T> use) {
        try {
            Class.forName(database.get().driverClass());
        } catch (ClassNotFoundException missing) {
            throw new RegistryException(
                    "The driver " + database.get().driverClass()
                            + " is not on the class path. Put its jar into the directory 'lib' beside the console, and start"
                            + " it again",
                    missing);
        }
        try {
            return use.run();
        } catch (RegistryException failed) {
            LOG.warn("Failed to connect to {}", servers, failed);
            throw new RegistryException(
                    servers + " cannot be used as a registry with this user and password; the reason"
                            + " is in the console's log. The console creates no tables");
        }
    }

    @Override
    public String toString() {
        return servers;
    }
}
