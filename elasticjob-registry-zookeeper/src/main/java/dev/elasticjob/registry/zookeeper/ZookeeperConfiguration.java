package dev.elasticjob.registry.zookeeper;

import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.zookeeper.common.PathUtils;

/**
 * Addresses of the ZooKeeper servers, and settings for accessing them. A {@link ZookeeperRegistryCenter} validates the configuration and
 * copies it in {@code init()}.
 */
public final class ZookeeperConfiguration {

    private final String serverLists;
    private final String namespace;
    private int baseSleepTimeMilliseconds = 1000;
    private int maxSleepTimeMilliseconds = 3000;
    private int maxRetries = 3;
    private int sessionTimeoutMilliseconds = 60000;
    private int connectionTimeoutMilliseconds = 15000;
    private String digest = "";
    private Optional<AclMode> aclMode = Optional.empty();
    private final Map<String, String> clientProperties = new TreeMap<>();

    /**
     * Creates a configuration with default settings.
     *
     * @param serverLists {@code host1:2181,host2:2181}, optionally with a path at the end, below which all data is stored
     * @param namespace path of the node below which all data is stored, without a slash at either end
     */
    public ZookeeperConfiguration(String serverLists, String namespace) {
        this.serverLists = Objects.requireNonNull(serverLists, "serverLists");
        this.namespace = Objects.requireNonNull(namespace, "namespace");
    }

    public String getServerLists() {
        return serverLists;
    }

    public String getNamespace() {
        return namespace;
    }

    public int getBaseSleepTimeMilliseconds() {
        return baseSleepTimeMilliseconds;
    }

    /** Sets the delay before a read that lost its connection is repeated for the first time. */
    public void setBaseSleepTimeMilliseconds(int baseSleepTimeMilliseconds) {
        this.baseSleepTimeMilliseconds = baseSleepTimeMilliseconds;
    }

    public int getMaxSleepTimeMilliseconds() {
        return maxSleepTimeMilliseconds;
    }

    /** Sets the longest delay before a read is repeated; delays double until they reach it. */
    public void setMaxSleepTimeMilliseconds(int maxSleepTimeMilliseconds) {
        this.maxSleepTimeMilliseconds = maxSleepTimeMilliseconds;
    }

    public int getMaxRetries() {
        return maxRetries;
    }

    /** Sets how often a read that lost its connection is repeated. Commits are never repeated. */
    public void setMaxRetries(int maxRetries) {
        this.maxRetries = maxRetries;
    }

    public int getSessionTimeoutMilliseconds() {
        return sessionTimeoutMilliseconds;
    }

    /** Sets how long the servers keep a session without requests; they may grant a different time. */
    public void setSessionTimeoutMilliseconds(int sessionTimeoutMilliseconds) {
        this.sessionTimeoutMilliseconds = sessionTimeoutMilliseconds;
    }

    public int getConnectionTimeoutMilliseconds() {
        return connectionTimeoutMilliseconds;
    }

    /** Sets how long to wait for a new session before opening it fails. */
    public void setConnectionTimeoutMilliseconds(int connectionTimeoutMilliseconds) {
        this.connectionTimeoutMilliseconds = connectionTimeoutMilliseconds;
    }

    public String getDigest() {
        return digest;
    }

    /** Sets the credentials {@code user:password}; empty for none. */
    public void setDigest(String digest) {
        this.digest = Objects.requireNonNull(digest, "digest");
    }

    /** Returns the configured mode. The default is {@link AclMode#CREATOR} with a digest and {@link AclMode#OPEN} without. */
    public AclMode getAclMode() {
        return aclMode.orElse(digest.isEmpty() ? AclMode.OPEN : AclMode.CREATOR);
    }

    /**
     * Sets the access rights of created nodes. Set it to {@link AclMode#OPEN} together with a digest as the first step of protecting a
     * running cluster, and to {@link AclMode#CREATOR} to protect nodes by SASL or TLS identities.
     */
    public void setAclMode(AclMode aclMode) {
        this.aclMode = Optional.of(aclMode);
    }

    public Map<String, String> getClientProperties() {
        return Collections.unmodifiableMap(clientProperties);
    }

    /**
     * Sets a property of the ZooKeeper client, such as {@code zookeeper.client.secure}. It takes precedence over the system property of
     * the same name, which the client reads itself.
     */
    public void setClientProperty(String key, String value) {
        clientProperties.put(Objects.requireNonNull(key, "key"), Objects.requireNonNull(value, "value of " + key));
    }

    /**
     * Validates all settings.
     *
     * @throws IllegalArgumentException if a setting is invalid; the message contains its name, its value, and the remedy
     */
    void validate() {
        ServerList servers = ServerList.parse(serverLists);
        validateNamespace(servers);
        atLeast(1, "baseSleepTimeMilliseconds", baseSleepTimeMilliseconds);
        atLeast(1, "maxSleepTimeMilliseconds", maxSleepTimeMilliseconds);
        atLeast(0, "maxRetries", maxRetries);
        atLeast(1, "sessionTimeoutMilliseconds", sessionTimeoutMilliseconds);
        atLeast(1, "connectionTimeoutMilliseconds", connectionTimeoutMilliseconds);
        if (maxSleepTimeMilliseconds < baseSleepTimeMilliseconds) {
            throw wrong(
                    "maxSleepTimeMilliseconds",
                    Integer.toString(maxSleepTimeMilliseconds),
                    "it must not be less than baseSleepTimeMilliseconds, which is " + baseSleepTimeMilliseconds);
        }
        if (!digest.isEmpty() && digest.indexOf(':') < 1) {
            throw wrong("digest", "(not shown)", "it must have the form user:password, or be empty for none");
        }
    }

    private void validateNamespace(ServerList servers) {
        if (namespace.isBlank()) {
            throw wrong("namespace", namespace, "name the node below which everything shall be kept, such as my-jobs");
        }
        if (namespace.startsWith("/") || namespace.endsWith("/")) {
            throw wrong("namespace", namespace, "leave out the slash at its beginning and end");
        }
        try {
            PathUtils.validatePath("/" + namespace);
        } catch (IllegalArgumentException e) {
            throw wrong("namespace", namespace, "it must be a name for a ZooKeeper node: " + e.getMessage());
        }
        if (servers.chroot().isEmpty() && (namespace + "/").startsWith("zookeeper/")) {
            throw wrong("namespace", namespace, "this node is ZooKeeper's own; choose another name");
        }
    }

    private static void atLeast(int least, String setting, int value) {
        if (value < least) {
            throw wrong(setting, Integer.toString(value), "it must be at least " + least);
        }
    }

    static IllegalArgumentException wrong(String setting, String value, String remedy) {
        return new IllegalArgumentException("ZooKeeper setting " + setting + " '" + value + "': " + remedy);
    }

    /** Returns the settings without the digest and the values of client properties, which may be secrets. */
    @Override
    public String toString() {
        return "ZooKeeper at " + serverLists + ", namespace " + namespace + " (baseSleepTimeMilliseconds "
                + baseSleepTimeMilliseconds + ", maxSleepTimeMilliseconds " + maxSleepTimeMilliseconds + ", maxRetries "
                + maxRetries + ", sessionTimeoutMilliseconds " + sessionTimeoutMilliseconds
                + ", connectionTimeoutMilliseconds " + connectionTimeoutMilliseconds + ", "
                + (digest.isEmpty() ? "no digest" : "with digest") + ", aclMode " + getAclMode()
                + ", client properties "
                + clientProperties.keySet() + ")";
    }
}
