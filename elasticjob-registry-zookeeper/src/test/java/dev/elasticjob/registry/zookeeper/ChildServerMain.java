package dev.elasticjob.registry.zookeeper;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/**
 * Server in a separate process. It prints its port when it is ready, and ends when its standard input ends, so that it does not outlive
 * the test. It uses only the API that all server versions have.
 */
public final class ChildServerMain {

    private ChildServerMain() {}

    /**
     * Runs the server.
     *
     * @param arguments data directory, and whether to use TLS
     */
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
            // Only the end of the input matters.
        }
        Runtime.getRuntime().halt(0);
    }
}
