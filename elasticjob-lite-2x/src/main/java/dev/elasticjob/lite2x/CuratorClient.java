package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.ACLProvider;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;

/** Creates the Curator client of an application. The engine does not use it. */
public final class CuratorClient {

    private CuratorClient() {}

    /** Starts a client, which connects in the background. */
    public static CuratorFramework start(ZookeeperConfiguration configuration) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(configuration.getServerLists())
                .namespace(configuration.getNamespace())
                .retryPolicy(new ExponentialBackoffRetry(
                        configuration.getBaseSleepTimeMilliseconds(),
                        configuration.getMaxRetries(),
                        configuration.getMaxSleepTimeMilliseconds()));
        if (configuration.getSessionTimeoutMilliseconds() != 0) {
            builder.sessionTimeoutMs(configuration.getSessionTimeoutMilliseconds());
        }
        if (configuration.getConnectionTimeoutMilliseconds() != 0) {
            builder.connectionTimeoutMs(configuration.getConnectionTimeoutMilliseconds());
        }
        if (configuration.getDigest() != null && !configuration.getDigest().isEmpty()) {
            builder.authorization("digest", configuration.getDigest().getBytes(StandardCharsets.UTF_8))
                    .aclProvider(new CreatorOnly());
        }
        CuratorFramework client = builder.build();
        client.start();
        return client;
    }

    private static final class CreatorOnly implements ACLProvider {

        @Override
        public List<ACL> getDefaultAcl() {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }

        @Override
        public List<ACL> getAclForPath(String path) {
            return ZooDefs.Ids.CREATOR_ALL_ACL;
        }
    }
}
