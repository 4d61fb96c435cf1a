package dev.elasticjob.console.registry;

import dev.elasticjob.console.net.BoundedCalls;
import dev.elasticjob.registry.RegistryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;

/** Connects to ZooKeeper and reads a namespace. It writes nothing. A registry center, in contrast, creates its namespace. */
final class ZookeeperTest {

    private ZookeeperTest() {}

    /**
     * Runs the test.
     *
     * @return whether the namespace exists
     * @throws RegistryException if the servers cannot be reached or deny read access to the namespace
     */
    static boolean run(String servers, String namespace, String digest) {
        try {
            return read(servers, namespace, digest);
        } catch (IOException | KeeperException | IllegalArgumentException failed) {
            throw new RegistryException(
                    servers + " cannot be used with namespace '" + namespace + "': " + failed.getMessage(), failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new RegistryException("The test of " + servers + " was interrupted", interrupted);
        }
    }

    private static boolean read(String servers, String namespace, String digest)
            throws IOException, KeeperException, InterruptedException {
        CountDownLatch connected = new CountDownLatch(1);
        int limit = Math.toIntExact(BoundedCalls.LIMIT.toMillis());
        ZooKeeper client = new ZooKeeper(servers, limit, event -> {
            if (event.getState() == KeeperState.SyncConnected) {
                connected.countDown();
            }
        });
        try {
            if (!connected.await(limit, TimeUnit.MILLISECONDS)) {
                throw new RegistryException(servers + " cannot be reached: there was no session within " + limit
                        + " ms. Check that the servers run and have a majority");
            }
            if (!digest.isEmpty()) {
                client.addAuthInfo("digest", digest.getBytes(StandardCharsets.UTF_8));
            }
            String root = "/" + namespace;
            boolean exists = client.exists(root, false) != null;
            if (exists) {
                client.getChildren(root, false);
            }
            return exists;
        } finally {
            client.close();
        }
    }
}
