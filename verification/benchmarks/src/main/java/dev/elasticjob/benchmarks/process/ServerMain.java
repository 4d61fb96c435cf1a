package dev.elasticjob.benchmarks.process;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;

/** Runs a ZooKeeper server in a separate process. It prints its port and exits when its standard input is closed. */
public final class ServerMain {

    private ServerMain() {}

    public static void main(String[] arguments) throws IOException {
        try (EmbeddedZookeeper server = EmbeddedZookeeper.startTemporary();
                BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("ok " + server.port());
            while (orders.readLine() != null) {
                // The content of the input is ignored; only its end matters.
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
