package dev.elasticjob.registry.zookeeper;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.common.ZKConfig;
import org.apache.zookeeper.data.ACL;

/** Validated copy of a {@link ZookeeperConfiguration} in the format of the ZooKeeper client. */
final class ClientSettings {

    /** Maximum size of a response. Responses have the size of their data; the client's default would fail for a large batch. */
    private static final int LARGEST_ANSWER = 256 << 20;

    private static final String NETTY_SOCKET = "org.apache.zookeeper.ClientCnxnSocketNetty";

    private final ServerList servers;
    private final Namespace namespace;
    private final String namespaceName;
    private final Duration sessionTimeout;
    private final Duration connectionTimeout;
    private final Retries retries;
    private final String digest;
    private final AclMode aclMode;
    private final Map<String, String> properties;

    /** Number of times that a read is repeated, and the delays between the attempts. */
    record Retries(int most, Duration first, Duration longest) {
        Duration before(int repetition) {
            Duration wait = first;
            for (int i = 1; i < repetition && wait.compareTo(longest) < 0; i++) {
                wait = wait.multipliedBy(2);
            }
            return wait.compareTo(longest) < 0 ? wait : longest;
        }
    }

    ClientSettings(ZookeeperConfiguration configuration) {
        configuration.validate();
        servers = ServerList.parse(configuration.getServerLists());
        namespaceName = configuration.getNamespace();
        namespace = new Namespace(servers.chroot(), namespaceName);
        sessionTimeout = Duration.ofMillis(configuration.getSessionTimeoutMilliseconds());
        connectionTimeout = Duration.ofMillis(configuration.getConnectionTimeoutMilliseconds());
        retries = new Retries(
                configuration.getMaxRetries(),
                Duration.ofMillis(configuration.getBaseSleepTimeMilliseconds()),
                Duration.ofMillis(configuration.getMaxSleepTimeMilliseconds()));
        digest = configuration.getDigest();
        aclMode = configuration.getAclMode();
        properties = Map.copyOf(configuration.getClientProperties());
        requestBytes();
    }

    ServerList servers() {
        return servers;
    }

    Namespace namespace() {
        return namespace;
    }

    Duration sessionTimeout() {
        return sessionTimeout;
    }

    Duration connectionTimeout() {
        return connectionTimeout;
    }

    Retries retries() {
        return retries;
    }

    boolean hasDigest() {
        return !digest.isEmpty();
    }

    byte[] digest() {
        return digest.getBytes(StandardCharsets.UTF_8);
    }

    AclMode aclMode() {
        return aclMode;
    }

    List<ACL> acl() {
        return aclMode == AclMode.CREATOR ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
    }

    /** Returns the size of the largest request that a server accepts if it has the same setting as this client. */
    int requestBytes() {
        ZKClientConfig config = configured();
        try {
            return config.getInt(ZKConfig.JUTE_MAXBUFFER, ZKClientConfig.CLIENT_MAX_PACKET_LENGTH_DEFAULT);
        } catch (NumberFormatException e) {
            throw ZookeeperConfiguration.wrong(
                    ZKConfig.JUTE_MAXBUFFER,
                    config.getProperty(ZKConfig.JUTE_MAXBUFFER),
                    "it must be a number of bytes");
        }
    }

    ZKClientConfig clientConfig() {
        ZKClientConfig config = configured();
        config.setProperty(ZKConfig.JUTE_MAXBUFFER, Integer.toString(Math.max(LARGEST_ANSWER, requestBytes())));
        boolean secure = Boolean.parseBoolean(config.getProperty(ZKClientConfig.SECURE_CLIENT));
        if (secure && config.getProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET) == null) {
            config.setProperty(ZKClientConfig.ZOOKEEPER_CLIENT_CNXN_SOCKET, NETTY_SOCKET);
        }
        return config;
    }

    private ZKClientConfig configured() {
        ZKClientConfig config = new ZKClientConfig();
        properties.forEach(config::setProperty);
        return config;
    }

    /** Returns a description for messages, which contains no secrets. */
    String describe() {
        return "ZooKeeper at " + servers.servers() + servers.chroot() + ", namespace " + namespaceName;
    }
}
