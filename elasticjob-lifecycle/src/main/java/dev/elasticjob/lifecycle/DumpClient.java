package dev.elasticjob.lifecycle;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Requests a dump from an instance: sends the line {@code dump@job} and reads lines until the peer closes the connection. The
 * peer is not trusted, so time and bytes are limited.
 */
final class DumpClient {

    private static final int LARGEST_PORT = 65535;
    private static final int CHUNK = 8192;
    private static final String SEPARATOR = " |";
    private static final int LONGEST_ERROR = 1000;

    private final Duration connectLimit;
    private final Duration limit;
    private final int mostBytes;

    DumpClient() {
        this(Duration.ofSeconds(5), Duration.ofSeconds(30), 32 << 20);
    }

    /** @param limit deadline for the whole response */
    DumpClient(Duration connectLimit, Duration limit, int mostBytes) {
        this.connectLimit = connectLimit;
        this.limit = limit;
        this.mostBytes = mostBytes;
    }

    String dump(String jobName, String address, int port) throws IOException {
        if (port < 1 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("Job '" + jobName + "': dump port is " + port
                    + "; use the one that its snapshot service listens on, 1 to " + LARGEST_PORT);
        }
        String where = "Dump of job '" + jobName + "' at " + address + ":" + port;
        try (Socket socket = new Socket()) {
            socket.connect(
                    new InetSocketAddress(InetAddress.getByName(address), port),
                    Math.toIntExact(connectLimit.toMillis()));
            socket.getOutputStream().write(("dump@" + jobName + "\n").getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().flush();
            return requireDump(new String(answer(socket, where), StandardCharsets.UTF_8), jobName, where);
        } catch (SocketTimeoutException late) {
            throw new IOException(where + ": no answer, or not the whole of it, in time", late);
        } catch (IOException failed) {
            throw failed.getMessage() != null && failed.getMessage().startsWith(where)
                    ? failed
                    : new IOException(
                            where + ": " + failed.getMessage() + ". Does its snapshot service listen there?", failed);
        }
    }

    /** Returns the response if it is a dump of the job, and throws otherwise: any service may listen on the port. */
    private static String requireDump(String response, String jobName, String where) throws IOException {
        String root = "/" + jobName;
        for (String line : response.replaceFirst("\r?\n\\z", "").split("\r?\n", -1)) {
            boolean isNode = (line.startsWith(root + " |") || line.startsWith(root + "/"))
                    && line.contains(SEPARATOR)
                    && isVisible(line);
            if (!isNode && !isError(line)) {
                throw new IOException(where + ": the response is no dump. Is this the port of its snapshot service?");
            }
        }
        return response;
    }

    private static boolean isError(String line) {
        return line.startsWith("Error: ") && line.length() <= LONGEST_ERROR && isVisible(line);
    }

    /** Returns whether the line contains no control characters. A dump escapes them, except for the tab. */
    private static boolean isVisible(String line) {
        return line.chars().noneMatch(c -> c != '\t' && Character.isISOControl(c));
    }

    private byte[] answer(Socket socket, String where) throws IOException {
        long end = System.nanoTime() + limit.toNanos();
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        InputStream in = socket.getInputStream();
        while (true) {
            long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
            if (left <= 0) {
                throw new IOException(where + ": the answer did not end within " + limit.toMillis() + " ms");
            }
            socket.setSoTimeout(Math.toIntExact(left));
            int count = in.read(chunk);
            if (count < 0) {
                return answer.toByteArray();
            }
            answer.write(chunk, 0, count);
            if (answer.size() > mostBytes) {
                throw new IOException(where + ": the answer has more than " + mostBytes + " bytes");
            }
        }
    }
}
