package dev.elasticjob.examples.demo;

import com.sun.net.httpserver.HttpServer;
import dev.elasticjob.api.HttpJobProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The server that the HTTP job calls; in production it is another process, in any language. */
final class Shop implements AutoCloseable {

    private static final Pattern PARAMETER = Pattern.compile("\"shardingParameter\":\\s*\"([^\"]*)\"");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2);

    private Shop(HttpServer server, Consumer<String> requests) {
        this.server = server;
        server.setExecutor(threads);
        server.createContext("/prices", exchange -> {
            String context = exchange.getRequestHeaders().getFirst(HttpJobProperties.SHARDING_CONTEXT_KEY);
            Matcher parameter = PARAMETER.matcher(context);
            requests.accept("shop: new prices of " + (parameter.find() ? parameter.group(1) : "everything"));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
    }

    /** @param requests receives a description of each request */
    static Shop open(Consumer<String> requests) throws IOException {
        return new Shop(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0), requests);
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/prices";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
