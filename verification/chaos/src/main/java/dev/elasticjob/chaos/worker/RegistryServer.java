package dev.elasticjob.chaos.worker;

import java.io.IOException;
import org.apache.zookeeper.server.quorum.QuorumPeerMain;

/** Runs a ZooKeeper server, standalone or as a member of an ensemble, until its standard input is closed. */
public final class RegistryServer {

    private RegistryServer() {}

    /** @param arguments path of the configuration file */
    public static void main(String[] arguments) {
        Thread input = new Thread(RegistryServer::endWithInput, "input");
        input.setDaemon(true);
        input.start();
        QuorumPeerMain.main(arguments);
    }

    private static void endWithInput() {
        try {
            while (System.in.read() >= 0) {
                // The content of the input is ignored; only its end matters.
            }
        } catch (IOException closed) {
            // Treated like the end of the input.
        }
        Runtime.getRuntime().halt(0);
    }
}
