package com.dangdang.ddframe.job.reg.zookeeper;

import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import com.dangdang.ddframe.job.reg.exception.RegException;
import com.dangdang.ddframe.job.reg.exception.RegExceptionHandler;
import dev.elasticjob.lite2x.CuratorClient;
import dev.elasticjob.lite2x.LiteCenter;
import dev.elasticjob.lite2x.LiteRegistry;
import dev.elasticjob.lite2x.RegistryAccess;
import dev.elasticjob.registry.Node;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.apache.curator.framework.CuratorFramework;
import org.apache.zookeeper.CreateMode;

/** A namespace on ZooKeeper. */
public final class ZookeeperRegistryCenter implements CoordinatorRegistryCenter {

    private final ZookeeperConfiguration zkConfig;
    private Optional<LiteRegistry> registry = Optional.empty();
    private Optional<CuratorFramework> client = Optional.empty();

    public ZookeeperRegistryCenter(ZookeeperConfiguration zkConfig) {
        this.zkConfig = zkConfig;
    }

    /**
     * Connects to ZooKeeper. Further calls have no effect.
     *
     * @throws RegException if a setting is invalid or the servers do not respond
     */
    @Override
    public synchronized void init() {
        if (registry.isPresent()) {
            return;
        }
        try {
            var configuration = engineConfiguration();
            var center = new dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter(configuration);
            Duration limit = Duration.ofMillis(configuration.getConnectionTimeoutMilliseconds());
            center.init();
            registry = Optional.of(new LiteRegistry(new LiteCenter(center), new RegistryAccess(center, limit), limit));
        } catch (RuntimeException failed) {
            throw new RegException(failed);
        }
    }

    private dev.elasticjob.registry.zookeeper.ZookeeperConfiguration engineConfiguration() {
        var result = new dev.elasticjob.registry.zookeeper.ZookeeperConfiguration(
                Optional.ofNullable(zkConfig.getServerLists()).orElse(""),
                Optional.ofNullable(zkConfig.getNamespace()).orElse(""));
        int base = Math.max(1, zkConfig.getBaseSleepTimeMilliseconds());
        result.setBaseSleepTimeMilliseconds(base);
        result.setMaxSleepTimeMilliseconds(Math.max(base, zkConfig.getMaxSleepTimeMilliseconds()));
        result.setMaxRetries(zkConfig.getMaxRetries());
        if (zkConfig.getSessionTimeoutMilliseconds() != 0) {
            result.setSessionTimeoutMilliseconds(zkConfig.getSessionTimeoutMilliseconds());
        }
        if (zkConfig.getConnectionTimeoutMilliseconds() != 0) {
            result.setConnectionTimeoutMilliseconds(zkConfig.getConnectionTimeoutMilliseconds());
        }
        if (zkConfig.getDigest() != null) {
            result.setDigest(zkConfig.getDigest());
        }
        return result;
    }

    /**
     * Returns the parts that the adapter uses.
     *
     * @throws RegException if {@link #init()} was not called
     */
    public synchronized LiteRegistry registry() {
        return registry.orElseThrow(() -> new RegException(
                "%s",
                "The registry center of namespace '" + zkConfig.getNamespace()
                        + "' is not connected: call init() first, and do not use it after close()."));
    }

    /** Leaves all jobs on this center and closes all sessions. */
    @Override
    public void close() {
        Optional<LiteRegistry> closing;
        Optional<CuratorFramework> closingClient;
        synchronized (this) {
            closing = registry;
            closingClient = client;
            registry = Optional.empty();
            client = Optional.empty();
        }
        closingClient.ifPresent(CuratorFramework::close);
        closing.ifPresent(each -> {
            each.access().close();
            each.center().close();
        });
    }

    @Override
    public String get(String key) {
        return getDirectly(key);
    }

    @Override
    public String getDirectly(String key) {
        return registry().access().node(checked(key)).map(Node::text).orElse(null);
    }

    @Override
    public List<String> getChildrenKeys(String key) {
        List<String> result = new ArrayList<>(registry().access().children(checked(key)));
        Collections.reverse(result);
        return result;
    }

    @Override
    public int getNumChildren(String key) {
        return registry().access().children(checked(key)).size();
    }

    @Override
    public boolean isExisted(String key) {
        return registry().access().node(checked(key)).isPresent();
    }

    @Override
    public void persist(String key, String value) {
        registry().access().persist(checked(key), checked(key, value));
    }

    @Override
    public void update(String key, String value) {
        registry().access().update(checked(key), checked(key, value));
    }

    @Override
    public void persistEphemeral(String key, String value) {
        registry().access().persistEphemeral(checked(key), checked(key, value));
    }

    /** Uses the session of {@link #getClient()}. */
    @Override
    public String persistSequential(String key, String value) {
        try {
            return connected()
                    .create()
                    .creatingParentsIfNeeded()
                    .withMode(CreateMode.PERSISTENT_SEQUENTIAL)
                    .forPath(checked(key), checked(key, value).getBytes(StandardCharsets.UTF_8));
        } catch (Exception failed) {
            RegExceptionHandler.handleException(failed);
            return null;
        }
    }

    /** Uses the session of {@link #getClient()}. */
    @Override
    public void persistEphemeralSequential(String key) {
        try {
            connected()
                    .create()
                    .creatingParentsIfNeeded()
                    .withMode(CreateMode.EPHEMERAL_SEQUENTIAL)
                    .forPath(checked(key), localAddress().getBytes(StandardCharsets.UTF_8));
        } catch (Exception failed) {
            RegExceptionHandler.handleException(failed);
        }
    }

    private static String localAddress() throws UnknownHostException {
        return InetAddress.getLocalHost().getHostAddress();
    }

    @Override
    public void remove(String key) {
        registry().access().remove(checked(key));
    }

    @Override
    public long getRegistryCenterTime(String key) {
        persist(key, "");
        return registry()
                .access()
                .node(key)
                .map(node -> node.modifiedAt().toEpochMilli())
                .orElseThrow(() -> new RegException("%s", "Node '" + key + "' was deleted while the time was read."));
    }

    private static String checked(String key) {
        if (key == null || !key.startsWith("/")) {
            throw new RegException("%s", "Path '" + key + "' must begin with a slash.");
        }
        return key;
    }

    private static String checked(String key, String value) {
        if (value == null) {
            throw new RegException("%s", "The value for '" + key + "' is null. Use an empty text for no value.");
        }
        return value;
    }

    @Override
    public Object getRawClient() {
        return getClient();
    }

    /**
     * Returns a Curator client of this namespace with a separate session; null before {@link #init()}. It is started on the first call
     * and closed with this center.
     */
    public synchronized CuratorFramework getClient() {
        if (client.isEmpty() && registry.isPresent()) {
            client = Optional.of(CuratorClient.start(zkConfig));
        }
        return client.orElse(null);
    }

    private CuratorFramework connected() {
        registry();
        return getClient();
    }

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public void addCacheData(String cachePath) {
        throw noCache("addCacheData", cachePath);
    }

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public void evictCacheData(String cachePath) {
        throw noCache("evictCacheData", cachePath);
    }

    /**
     * Not supported.
     *
     * @throws UnsupportedOperationException always
     */
    @Override
    public Object getRawCache(String cachePath) {
        throw noCache("getRawCache", cachePath);
    }

    private static UnsupportedOperationException noCache(String method, String path) {
        return new UnsupportedOperationException(method + "(\"" + path
                + "\") is not supported: get() always reads from the registry. To be notified of changes, create a"
                + " CuratorCache on getClient().");
    }

    protected ZookeeperConfiguration getZkConfig() {
        return zkConfig;
    }
}
