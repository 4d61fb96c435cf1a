package dev.elasticjob.examples;

import com.sun.net.httpserver.HttpServer;
import dev.elasticjob.api.HttpJobProperties;
import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.scheduler.OneOffResult;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;

/** An HTTP job. It sends one request per item, with the sharding context as JSON in a header. */
public final class HttpJob {

    private HttpJob() {}

    /** Starts the server, which in production is usually another process, in any language. */
    private static HttpServer startServer() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/execute", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String context = exchange.getRequestHeaders().getFirst(HttpJobProperties.SHARDING_CONTEXT_KEY);
            System.out.println(exchange.getRequestMethod() + " " + body + " " + context);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        return server;
    }

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        HttpServer server = startServer();
        JobConfiguration configuration = JobConfiguration.newBuilder("http", 1)
                .setProperty(
                        HttpJobProperties.URI_KEY,
                        "http://127.0.0.1:" + server.getAddress().getPort() + "/execute")
                .setProperty(HttpJobProperties.METHOD_KEY, "POST")
                .setProperty(HttpJobProperties.DATA_KEY, "source=elasticjob")
                .build();
        try (ExampleRegistry registry = new ExampleRegistry("http")) {
            OneOffResult result = new OneOffJobBootstrap(registry.connect(), "HTTP", configuration)
                    .execute()
                    .get();
            System.out.println(result.isSuccess() ? "The server has done it" : "The server has failed");
        } finally {
            server.stop(0);
        }
    }
}
