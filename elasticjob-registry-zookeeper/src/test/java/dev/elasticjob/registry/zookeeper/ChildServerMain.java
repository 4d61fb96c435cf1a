package dev.elasticjob.registry.zookeeper;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * A server in a process of its own. It prints its port when it is ready, and ends when its input does, so that it does not
 * outlive the test. It uses only what servers of all versions have.
 */
public final class ChildServerMain {

    private ChildServerMain() {}

    /** @param arguments data directory, and whether to speak TLS */
    public static void main(String[] arguments) throws Exception {
        File directory = new File(arguments[0]);
        ZooKeeperServer server = new ZooKeeperServer();
        server.setTxnLogFactory(new FileTxnSnapLog(directory, directory));
        server.setTickTime(1000);
        server.setMinSessionTimeout(1000);
        server.setMaxSessionTimeout(600_000);
        ServerCnxnFactory connections = ServerCnxnFactory.createFactory();
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        if (Boolean.parseBoolean(arguments[1])) {
            connections.configure(address, 0, -1, true);
        } else {
            connections.configure(address, 0);
        }
        connections.startup(server);
        System.out.println(connections.getLocalPort());
        while (System.in.read() >= 0) {
            // Only its end is of interest.
        }
        Runtime.getRuntime().halt(0);
    }
}
