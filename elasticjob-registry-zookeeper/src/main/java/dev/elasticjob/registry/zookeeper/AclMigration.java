package dev.elasticjob.registry.zookeeper;

import dev.elasticjob.registry.RegistryException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;

/**
 * Sets the ACL of every node of a namespace as configured: the last step of protecting a namespace that is in use or, with
 * {@link AclMode#OPEN}, the first step of opening it again. Nodes that have this ACL already are skipped, so the migration can be
 * repeated, also after an interruption. The manual ({@code docs/zookeeper.md}) describes the preceding steps: clients that do not
 * authenticate lose access.
 */
public final class AclMigration {

    private static final String DIGEST_VARIABLE = "ELASTICJOB_ZOOKEEPER_DIGEST";

    private final ClientSettings settings;
    private int seen;
    private int changed;

    /**
     * Result of a migration.
     *
     * @param seen number of nodes in the namespace
     * @param changed number of nodes that had another ACL
     */
    public record Result(int seen, int changed) {}

    private AclMigration(ClientSettings settings) {
        this.settings = settings;
    }

    /**
     * Sets the ACLs; blocks until all are set.
     *
     * @throws RegistryException if the servers cannot be reached or deny access
     */
    public static Result run(ZookeeperConfiguration configuration) {
        AclMigration migration = new AclMigration(new ClientSettings(configuration));
        migration.run();
        return new Result(migration.seen, migration.changed);
    }

    /**
     * Runs the migration from the command line. The arguments are servers, namespace, and OPEN or CREATOR. The digest is read from the
     * environment.
     */
    public static void main(String[] arguments) {
        String digest = System.getenv(DIGEST_VARIABLE);
        if (arguments.length != 3 || digest == null) {
            System.err.println("Usage: AclMigration <serverLists> <namespace> OPEN|CREATOR, with user:password in the"
                    + " environment variable " + DIGEST_VARIABLE);
            System.exit(2);
        }
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(arguments[0], arguments[1]);
        configuration.setDigest(digest);
        configuration.setAclMode(AclMode.valueOf(arguments[2]));
        System.out.println(run(configuration));
    }

    private void run() {
        CountDownLatch connected = new CountDownLatch(1);
        SessionHandle client;
        try {
            client = new SessionHandle(settings, event -> {
                if (event.getState() == KeeperState.SyncConnected) {
                    connected.countDown();
                }
            });
        } catch (IOException e) {
            throw new RegistryException(settings.describe() + ": the client does not start: " + e, e);
        }
        try {
            if (!connected.await(settings.connectionTimeout().toMillis(), TimeUnit.MILLISECONDS)) {
                throw new RegistryException(settings.describe() + ": no session within "
                        + settings.connectionTimeout().toMillis() + " ms; the client is " + client.getState());
            }
            setAll(client);
        } catch (KeeperException e) {
            throw new RegistryException(
                    e.getPath() + ": " + Codes.explain(e.code(), settings) + ". " + seen + " nodes were seen before",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryException(settings.describe() + ": interrupted; run it again", e);
        } finally {
            end(client);
        }
    }

    private void setAll(ZooKeeper client) throws KeeperException, InterruptedException {
        String root = settings.namespace().root();
        // The ACL of the root shows how the server stores the requested ACL, which may be given as credentials only.
        List<ACL> before = client.getACL(root, null);
        client.setACL(root, settings.acl(), -1);
        List<ACL> wanted = client.getACL(root, null);
        seen = 1;
        changed = wanted.equals(before) ? 0 : 1;
        Deque<String> parents = new ArrayDeque<>(List.of(root));
        while (!parents.isEmpty()) {
            String parent = parents.removeLast();
            for (String child : children(client, parent)) {
                String path = parent + "/" + child;
                parents.add(path);
                set(client, path, wanted);
            }
        }
    }

    private static List<String> children(ZooKeeper client, String path) throws KeeperException, InterruptedException {
        try {
            return client.getChildren(path, false);
        } catch (KeeperException.NoNodeException e) {
            return List.of();
        }
    }

    private void set(ZooKeeper client, String path, List<ACL> wanted) throws KeeperException, InterruptedException {
        try {
            seen++;
            if (!client.getACL(path, null).equals(wanted)) {
                client.setACL(path, wanted, -1);
                changed++;
            }
        } catch (KeeperException.NoNodeException e) {
            // Deleted in the meantime; nothing to do.
            seen--;
        }
    }

    private void end(SessionHandle client) {
        try {
            client.end(settings.connectionTimeout());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
