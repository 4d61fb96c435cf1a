package dev.elasticjob.benchmarks.process;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** A ZooKeeper server in a process of its own. It says its port and ends with its input. */
public final class ServerMain {

    private ServerMain() {}

    public static void main(String[] arguments) throws IOException {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("ok " + server.port());
            while (orders.readLine() != null) {
                // Nothing to order.
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
