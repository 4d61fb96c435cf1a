package dev.elasticjob.console.pages;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.IOException;

/** A ZooKeeper server as a process. It ends with its standard input, so that it does not outlive the test. */
final class ZookeeperMain {

    private ZookeeperMain() {}

    public static void main(String[] arguments) throws IOException {
        EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
        System.out.println("ready on port " + server.port());
        while (System.in.read() >= 0) {
            // Nothing is expected on the standard input but its end.
        }
        server.close();
        Runtime.getRuntime().halt(0);
    }
}
