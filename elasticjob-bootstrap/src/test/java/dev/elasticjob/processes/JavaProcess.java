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
import java.util.function.Consumer;

/** A Java program in its own process. */
class JavaProcess implements AutoCloseable {

    private final Process process;
    private final PrintStream input;

    /**
     * @param command options, class path, main class and arguments
     * @param errors file that receives the standard error stream
     * @param onLine called with each line of the standard output
     * @param onEnd called after the last line
     */
    JavaProcess(List<String> command, Path errors, Consumer<String> onLine, Runnable onEnd) {
        List<String> all = new ArrayList<>();
        all.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // The processes run for seconds, several at the same time.
        all.addAll(List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
        all.addAll(command);
        try {
            process = new ProcessBuilder(all).redirectError(errors.toFile()).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        input = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        Thread listener = new Thread(() -> listen(onLine, onEnd), "listener-" + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    private void listen(Consumer<String> onLine, Runnable onEnd) {
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            output.lines().forEach(onLine);
        } catch (IOException | UncheckedIOException closed) {
            // Closed at the end of the test, which does not wait any longer.
        } finally {
            onEnd.run();
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to the standard input. */
    void order(String line) {
        input.println(line);
    }

    /** Sends a signal, without closing the standard input as {@link Process#destroy()} does. */
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

    /** Waits for the end of the process and returns its exit code. */
    int exitCode() {
        try {
            return process.onExit().get(Journal.LIMIT_SECONDS, TimeUnit.SECONDS).exitValue();
        } catch (TimeoutException e) {
            throw new AssertionError("Process " + pid() + " does not end", e);
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends the process in any state, even if it is stopped. */
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
