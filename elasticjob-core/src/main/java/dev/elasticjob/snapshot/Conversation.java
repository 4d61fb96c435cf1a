package dev.elasticjob.snapshot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.type.VisibleText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Connection of one client: reads one line, writes the response, and ends. Further input is ignored. */
final class Conversation {

    private static final String COMMAND = "dump@";
    private static final String USAGE = "Write " + COMMAND + "jobName";
    private static final int LONGEST_SHOWN = 100;
    private static final int LONGEST_REST = 64 * 1024;
    private static final int REST_WITHIN_MS = 1_000;

    private final Socket client;
    private final CoordinatorRegistryCenter regCenter;
    private final SnapshotLimits limits;

    Conversation(Socket client, CoordinatorRegistryCenter regCenter, SnapshotLimits limits) {
        this.client = client;
        this.regCenter = regCenter;
        this.limits = limits;
    }

    void hold() throws IOException, InterruptedException {
        List<String> answer;
        try {
            answer = answer(new RequestLine(client, limits).read());
        } catch (RefusedException refused) {
            answer = List.of("Error: " + refused.getMessage());
        }
        write(answer);
        client.shutdownOutput();
        hearOut();
    }

    private List<String> answer(String line) throws RefusedException, InterruptedException {
        if (!line.startsWith(COMMAND)) {
            throw new RefusedException(
                    "unknown command '" + VisibleText.beginning(line, LONGEST_SHOWN) + "'. " + USAGE);
        }
        String jobName = line.substring(COMMAND.length()).strip();
        if (jobName.isEmpty()) {
            throw new RefusedException("the name of the job is missing. " + USAGE);
        }
        if (jobName.contains("/") || jobName.equals(".") || jobName.equals("..")) {
            throw new RefusedException(
                    "'" + VisibleText.beginning(jobName, LONGEST_SHOWN) + "' is not the name of a job. " + USAGE);
        }
        return new JobDump(regCenter, jobName, limits.allWithin()).lines();
    }

    private void write(List<String> answer) throws IOException {
        Writer writer = new BufferedWriter(new OutputStreamWriter(client.getOutputStream(), StandardCharsets.UTF_8));
        for (String line : answer) {
            writer.write(line);
            writer.write('\n');
        }
        writer.flush();
    }

    /** Discards the remaining input up to a limit: closing a socket with unread input would discard the response. */
    private void hearOut() throws IOException {
        InputStream input = client.getInputStream();
        byte[] rest = new byte[8 * 1024];
        client.setSoTimeout(REST_WITHIN_MS);
        int heard = 0;
        try {
            for (int read = input.read(rest); read >= 0 && heard < LONGEST_REST; read = input.read(rest)) {
                heard += read;
            }
        } catch (SocketTimeoutException silent) {
            // The client received the response and does not close the connection itself.
            return;
        }
    }
}
