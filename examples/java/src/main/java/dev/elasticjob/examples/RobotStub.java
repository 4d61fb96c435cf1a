package dev.elasticjob.examples;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/** Stub of a chat robot that prints the messages it receives. */
final class RobotStub implements AutoCloseable {

    private final CountDownLatch received = new CountDownLatch(1);
    private final HttpServer server;

    RobotStub() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            System.out.println(exchange.getRequestURI().getPath() + " received: "
                    + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] answer = "{\"errcode\":0,\"errmsg\":\"ok\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
            received.countDown();
        });
        server.start();
    }

    String address(String pathAndQuery) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + pathAndQuery;
    }

    void awaitMessage() throws InterruptedException {
        received.await();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
