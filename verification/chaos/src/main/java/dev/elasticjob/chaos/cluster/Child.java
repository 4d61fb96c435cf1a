package dev.elasticjob.chaos.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A child process. It exits when its standard input is closed, which happens at the latest when this process exits. */
final class Child {

    private final Process process;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    Child(List<String> command, Map<String, String> environment, Path log) {
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread reader = new Thread(this::read, "output-of-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                if (line.equals("ready")) {
                    ready.complete(true);
                }
            }
        } catch (IOException closed) {
            // Treated like the end of the output.
        }
        ready.complete(false);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Completes with true when the process reports readiness, and with false when it ends before. */
    CompletableFuture<Boolean> ready() {
        return ready;
    }

    CompletableFuture<Process> exit() {
        return process.onExit();
    }

    /** Sends a signal. {@link Process#destroy()} is not used because it would also close the input of the process. */
    void signal(String name) {
        try {
            new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
                    .redirectErrorStream(true)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills the process, even when it is paused, and waits for its end. */
    void kill() {
        process.destroyForcibly();
        awaitExit(Duration.ofMinutes(1));
    }

    /** Waits for the end of the process and returns whether it ended within the limit. */
    boolean awaitExit(Duration limit) {
        try {
            process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException late) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
