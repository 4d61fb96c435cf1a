package dev.elasticjob.chaos.worker;

import java.io.IOException;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** A ZooKeeper server, alone or a member of an ensemble. It ends with its input. */
public final class RegistryServer {

    private RegistryServer() {}

    /** @param arguments its configuration file */
    public static void main(String[] arguments) {
        Thread input = new Thread(RegistryServer::endWithInput, "input");
        input.setDaemon(true);
        input.start();
        QuorumPeerMain.main(arguments);
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                // Only its end is of interest.
            }
        } catch (IOException closed) {
            // The same.
        }
        Runtime.getRuntime().halt(0);
    }
}
