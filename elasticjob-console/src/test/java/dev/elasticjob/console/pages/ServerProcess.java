package dev.elasticjob.console.pages;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server in its own process, which can be frozen. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final CompletableFuture<Integer> port;

    private ServerProcess(Process process, Pattern announcement) {
        this.process = process;
        this.port = CompletableFuture.supplyAsync(() -> readPort(announcement));
    }

    /**
     * Starts a server and returns immediately.
     *
     * @param announcement pattern of a line of its output, whose first group is its port
     */
    static ServerProcess start(Class<?> main, String announcement, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        try {
            return new ServerProcess(
                    new ProcessBuilder(command).redirectErrorStream(true).start(), Pattern.compile(announcement));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private int readPort(Pattern announcement) {
        List<String> lines = new ArrayList<>();
        try {
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
                Matcher matcher = announcement.matcher(line);
                if (matcher.find()) {
                    // Further output is discarded, but must be read so that it does not fill the pipe.
                    CompletableFuture.runAsync(() -> output.lines().forEach(ignored -> {}));
                    return Integer.parseInt(matcher.group(1));
                }
            }
        } catch (IOException failed) {
            lines.add(failed.toString());
        }
        throw new IllegalStateException("The server ended: " + String.join("\n", lines));
    }

    int port() {
        return port.orTimeout(Visitor.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    /** Freezes the process: its connections stay open, but it does not respond. */
    void freeze() {
        signal("STOP");
    }

    void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(Visitor.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("Process " + process.pid() + " does not end");
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        kill();
    }
}
