package dev.elasticjob.console.pages;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.IOException;

/** A ZooKeeper server as a process. It exits when its standard input is closed, so that it does not outlive the test. */
final class ZookeeperMain {

    private ZookeeperMain() {}

    public static void main(String[] arguments) throws IOException {
        EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
        System.out.println("ready on port " + server.port());
        while (System.in.read() >= 0) {
            // No input is expected before the end of the stream.
        }
        server.close();
        Runtime.getRuntime().halt(0);
    }
}
