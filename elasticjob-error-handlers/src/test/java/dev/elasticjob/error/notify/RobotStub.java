package dev.elasticjob.error.notify;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Stub of a robot that records the requests it receives. */
final class RobotStub implements AutoCloseable {

    private static final Pattern MESSAGE =
            Pattern.compile("\\{\"msgtype\":\"text\",\"text\":\\{\"content\":\"((?:[^\"\\\\]++|\\\\.)*+)\"}}");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(u([0-9a-f]{4})|.)");

    private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile CountDownLatch gate = new CountDownLatch(0);
    private volatile int status = 200;
    private volatile String answer = "{\"errcode\":0,\"errmsg\":\"ok\"}";

    RobotStub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    String address(String pathAndQuery) {
        return "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + pathAndQuery;
    }

    void answers(int newStatus, String newAnswer) {
        status = newStatus;
        answer = newAnswer;
    }

    /** Delays responses until {@link #letGo} is called. */
    void hold() {
        gate = new CountDownLatch(1);
    }

    void letGo() {
        gate.countDown();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
            requests.add(new Request(exchange.getRequestMethod(), exchange.getRequestURI(), contentType, body));
            gate.await();
            byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
            if (status / 100 == 3) {
                exchange.getResponseHeaders().set("Location", address("/elsewhere"));
            }
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (InterruptedException end) {
            throw new InterruptedIOException();
        }
    }

    Request next() throws InterruptedException {
        Request next = requests.poll(60, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("No request came");
        }
        return next;
    }

    int waiting() {
        return requests.size();
    }

    @Override
    public void close() {
        letGo();
        server.stop(0);
        threads.shutdownNow();
    }

    record Request(String method, URI uri, String contentType, String body) {

        /** Returns the text that the group receives. */
        String content() {
            Matcher message = MESSAGE.matcher(body);
            if (!message.matches()) {
                throw new AssertionError("Not a text message in JSON: " + body);
            }
            return ESCAPE.matcher(message.group(1))
                    .replaceAll(each -> Matcher.quoteReplacement(unescape(each.group(1))));
        }

        private static String unescape(String escape) {
            return switch (escape.charAt(0)) {
                case 'u' -> String.valueOf((char) Integer.parseInt(escape.substring(1), 16));
                case 'n' -> "\n";
                case 'r' -> "\r";
                case 't' -> "\t";
                case '"', '\\' -> escape;
                default -> throw new AssertionError("Not an escape of JSON: \\" + escape);
            };
        }
    }
}
