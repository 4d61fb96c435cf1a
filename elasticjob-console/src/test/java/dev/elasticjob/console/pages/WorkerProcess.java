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

/** A running {@link Worker}. */
final class WorkerProcess implements AutoCloseable {

    private final Process process;
    private final CompletableFuture<Void> ready;

    private WorkerProcess(Process process) {
        this.process = process;
        this.ready = CompletableFuture.runAsync(this::readUntilReady);
    }

    /** Starts a worker without waiting for it. */
    static WorkerProcess start(String address, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-cp",
                System.getProperty("java.class.path")));
        if (!address.isEmpty()) {
            command.add("-Delasticjob.preferred.network.ip=" + address);
        }
        command.add(Worker.class.getName());
        command.addAll(List.of(arguments));
        try {
            return new WorkerProcess(
                    new ProcessBuilder(command).redirectErrorStream(true).start());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private void readUntilReady() {
        List<String> said = new ArrayList<>();
        try {
            BufferedReader output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
            String line;
            do {
                line = output.readLine();
                said.add(line);
                if (line == null) {
                    throw new IllegalStateException("The worker ended: " + String.join("\n", said));
                }
            } while (!line.equals("ready"));
            // Further output is discarded, but must be read so that it does not fill the pipe.
            CompletableFuture.runAsync(() -> output.lines().forEach(ignored -> {}));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    WorkerProcess awaitReady() {
        ready.orTimeout(Visitor.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS).join();
        return this;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Permits this number of waiting runs to end, now or later. */
    void letEnd(int runs) {
        try {
            process.outputWriter().write(runs + "\n");
            process.outputWriter().flush();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Kills the process with SIGKILL, so that it cannot shut down. */
    void kill() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(Visitor.LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("The worker does not die");
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
