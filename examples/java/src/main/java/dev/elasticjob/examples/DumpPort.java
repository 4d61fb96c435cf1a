package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.snapshot.SnapshotService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

/** Prints the registry content of a job, as {@code echo "dump@dumped" | nc 127.0.0.1 port} does. */
public final class DumpPort {

    private DumpPort() {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("dumped", 2)
                .shardingItemParameters("0=Lima,1=Oslo")
                .build();
        SimpleJob job = context -> {};
        try (ExampleRegistry registry = new ExampleRegistry("dump")) {
            CoordinatorRegistryCenter center = registry.connect();
            new OneOffJobBootstrap(center, job, configuration).execute().get();
            // Port 0 selects any free port. Only local processes can connect.
            try (SnapshotService service = new SnapshotService(center, 0).listen();
                    Socket client = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
                client.getOutputStream().write("dump@dumped\n".getBytes(StandardCharsets.UTF_8));
                System.out.print(new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }
}
