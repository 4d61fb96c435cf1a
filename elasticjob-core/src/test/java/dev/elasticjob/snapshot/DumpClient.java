package dev.elasticjob.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Client like nc: sends, and reads until the other side closes the connection. */
final class DumpClient implements AutoCloseable {

    /** Ends a test that would otherwise wait forever. */
    private static final int LONGEST_WAIT_MS = 60_000;

    private final Socket socket;

    DumpClient(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(LONGEST_WAIT_MS);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    static List<String> ask(int port, String text) {
        try (DumpClient client = new DumpClient(port)) {
            return client.send(text.getBytes(StandardCharsets.UTF_8)).answer();
        }
    }

    DumpClient send(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    DumpClient endSending() {
        try {
            socket.shutdownOutput();
            return this;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    List<String> answer() {
        try {
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
