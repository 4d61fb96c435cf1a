package dev.elasticjob.endtoend;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** HTTP server that answers all requests in the same way and records them. */
final class HttpStub implements AutoCloseable {

    record Request(String method, URI uri, Optional<String> context, String body) {}

    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final int status;
    private final String answer;
    private final HttpServer server;

    HttpStub(int status, String answer) {
        this.status = status;
        this.answer = answer;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            requests.add(new Request(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI(),
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst("shardingContext")),
                    new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    String address(String pathAndQuery) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + pathAndQuery;
    }

    Request next() throws InterruptedException {
        Request next = requests.poll(Application.LIMIT_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("No request came");
        }
        return next;
    }

    /** Returns the number of requests that were received and not taken. */
    int received() {
        return requests.size();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
