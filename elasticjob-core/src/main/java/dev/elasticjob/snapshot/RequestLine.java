package dev.elasticjob.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Reads the line that a client sends. The line end is optional if the client closes its output. */
final class RequestLine {

    private final Socket client;
    private final SnapshotLimits limits;

    RequestLine(Socket client, SnapshotLimits limits) {
        this.client = client;
        this.limits = limits;
    }

    String read() throws IOException, RefusedException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        InputStream input = client.getInputStream();
        long deadline = System.nanoTime() + limits.lineWithin().toNanos();
        for (int next = read(input, deadline); next >= 0 && next != '\n'; next = read(input, deadline)) {
            if (line.size() == limits.lineBytes()) {
                throw new RefusedException("the line is longer than " + limits.lineBytes() + " bytes");
            }
            line.write(next);
        }
        return decoded(line.toByteArray()).strip();
    }

    /** Reads within a time limit for the complete line: a client that sends single bytes does not get more time. */
    private int read(InputStream input, long deadline) throws IOException, RefusedException {
        long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        try {
            if (left <= 0) {
                throw new SocketTimeoutException();
            }
            client.setSoTimeout((int) left);
            return input.read();
        } catch (SocketTimeoutException slow) {
            throw new RefusedException(
                    "no whole line came within " + limits.lineWithin().toMillis() + " ms");
        }
    }

    private static String decoded(byte[] line) throws RefusedException {
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line))
                    .toString();
            if (text.strip().chars().anyMatch(Character::isISOControl)) {
                throw new RefusedException("the line holds control characters");
            }
            return text;
        } catch (CharacterCodingException binary) {
            throw new RefusedException("the line is not text in UTF-8");
        }
    }
}
