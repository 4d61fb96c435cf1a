package dev.elasticjob.processes;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A {@link Worker} that was started. */
final class WorkerProcess implements AutoCloseable {

    private final Process process;
    private final PrintStream orders;

    WorkerProcess(String servers, String namespace, Journal journal, Path log, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // They live for seconds, several at once.
        command.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dworker.log=DEBUG"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.addAll(List.of(servers, namespace, journal.file().toString()));
        try {
            process = new ProcessBuilder(command).redirectError(log.toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        orders = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread listener = new Thread(() -> listen(journal), "listener-" + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    private void listen(Journal journal) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            while (output.readLine() != null) {
                journal.ring();
            }
        } catch (IOException closed) {
            // By the end of the test, which waits for nothing more.
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    void order(String line) {
        orders.println(line);
    }

    /** Not by {@link Process#destroy()}, which would close the process's input as well. */
    void signal(String name) {
        try {
            int answer = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid())
                    .inheritIO()
                    .start()
                    .waitFor();
            if (answer != 0) {
                throw new AssertionError("No process " + pid() + " to send " + name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Waits for its end. */
    int exitCode() {
        try {
            return process.onExit().get(Journal.LIMIT_SECONDS, TimeUnit.SECONDS).exitValue();
        } catch (TimeoutException e) {
            throw new AssertionError("Process " + pid() + " does not end", e);
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends it whatever it does, also when it is stopped. */
    @Override
    public void close() {
        process.destroyForcibly();
        exitCode();
    }

    @Override
    public String toString() {
        return "process " + pid();
    }
}
