package dev.elasticjob.spring.test.process;

import java.io.File;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;

/** ZooKeeper server with TLS, which is configured for a whole JVM. It prints its port when it is ready. */
public final class TlsServer {

    private TlsServer() {}

    /**
     * Runs the server.
     *
     * @param arguments data directory
     */
    public static void main(String[] arguments) throws Exception {
        File directory = new File(arguments[0]);
        ZooKeeperServer server = new ZooKeeperServer();
        server.setTxnLogFactory(new FileTxnSnapLog(directory, directory));
        server.setTickTime(1000);
        server.setMaxSessionTimeout(600_000);
        ServerCnxnFactory connections = ServerCnxnFactory.createFactory();
        connections.configure(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, -1, true);
        connections.startup(server);
        System.out.println("port " + connections.getLocalPort() + ".");
        Thread.currentThread().join();
    }
}
