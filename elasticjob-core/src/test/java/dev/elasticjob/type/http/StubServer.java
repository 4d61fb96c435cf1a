package dev.elasticjob.type.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Real server on the loopback address that records its requests. */
final class StubServer implements AutoCloseable {

    /** Received request. The names of headers are in lower case. */
    record Request(String method, String uri, Map<String, List<String>> headers, String body) {

        Optional<String> header(String name) {
            return Optional.ofNullable(headers.get(name)).map(values -> {
                if (values.size() != 1) {
                    throw new AssertionError(name + " came " + values.size() + " times");
                }
                return values.get(0);
            });
        }
    }

    /** Creates a response. */
    interface Handler {

        void handle(HttpExchange exchange) throws IOException;
    }

    final List<Request> requests = new CopyOnWriteArrayList<>();
    private final HttpServer server;

    StubServer(Handler handler) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            requests.add(read(exchange));
            handler.handle(exchange);
            exchange.close();
        });
        server.start();
    }

    private static Request read(HttpExchange exchange) throws IOException {
        Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(exchange.getRequestHeaders());
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                headers,
                new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
    }

    static Handler answering(int status, String body) {
        return exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            boolean none = bytes.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, none ? -1 : bytes.length);
            if (!none) {
                exchange.getResponseBody().write(bytes);
            }
        };
    }

    static Handler redirecting(int status, String location) {
        return exchange -> {
            exchange.getResponseHeaders().add("Location", location);
            exchange.sendResponseHeaders(status, -1);
        };
    }

    /** Returns the host with its address, because its name may resolve to several addresses. */
    String authority() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    String uri(String path) {
        return "http://" + authority() + path;
    }

    Request onlyRequest() {
        if (requests.size() != 1) {
            throw new AssertionError(requests.size() + " requests came: " + requests);
        }
        return requests.get(0);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
