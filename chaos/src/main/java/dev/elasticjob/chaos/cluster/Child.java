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

/** A process that was started. Its input stays open as long as we live, and it ends with it. */
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
            // As at its end.
        }
        ready.complete(false);
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** True when it said so, false when it ended before. */
    CompletableFuture<Boolean> ready() {
        return ready;
    }

    CompletableFuture<Process> exit() {
        return process.onExit();
    }

    /** Not by {@link Process#destroy()}, which would close the process's input as well. */
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

    /** Ends it whatever it does, also when it is stopped, and waits until it has. */
    void kill() {
        process.destroyForcibly();
        awaitExit(Duration.ofMinutes(1));
    }

    /** Whether it ended within this time. */
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
