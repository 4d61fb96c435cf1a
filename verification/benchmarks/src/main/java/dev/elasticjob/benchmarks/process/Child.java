package dev.elasticjob.benchmarks.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that answers each input line with one line and exits when its standard input is closed. */
final class Child implements AutoCloseable {

    private static final String GONE = "error its output has ended";

    private final Process process;
    private final Writer orders;
    private final Path log;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();

    private Child(Process process, Path log) {
        this.process = process;
        this.log = log;
        orders = process.outputWriter(StandardCharsets.UTF_8);
        Thread reader = new Thread(this::read, "output-of-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static Child start(String name, String classPath, List<String> options, String main, List<String> arguments) {
        try {
            Path logs = Files.createDirectories(Path.of(System.getProperty("bench.output", "target/bench"), "logs"));
            Path log = Files.createTempFile(logs, name + "-", ".log");
            List<String> command = new ArrayList<>();
            command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            command.addAll(options);
            command.addAll(List.of("-cp", classPath, main));
            command.addAll(arguments);
            Process process =
                    new ProcessBuilder(command).redirectError(log.toFile()).start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            return new Child(process, log);
        } catch (IOException e) {
            throw new UncheckedIOException("No process for " + main, e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            // Ignores output of the JVM itself, for example of a flight recording.
            output.lines()
                    .filter(line -> line.startsWith("ok") || line.startsWith("error"))
                    .forEach(answers::add);
        } catch (IOException | UncheckedIOException closed) {
            answers.add(GONE + ": " + closed);
        }
        answers.add(GONE);
    }

    String ask(String order, Duration patience) {
        try {
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Process " + process.pid() + " takes no orders; see " + log, e);
        }
        return answer(order, patience);
    }

    String answer(String order, Duration patience) {
        String answer;
        try {
            answer = answers.poll(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while waiting for an answer to: " + order, e);
        }
        if (answer == null || !answer.startsWith("ok")) {
            throw new IllegalStateException("Process " + process.pid() + " to '" + order + "': "
                    + (answer == null ? "no answer within " + patience : answer) + "; see " + log);
        }
        return answer.substring(2).strip();
    }

    long pid() {
        return process.pid();
    }

    void kill() {
        process.destroyForcibly();
        process.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    /** Waits for the process to end, up to the given time. */
    void awaitEnd(Duration patience) {
        try {
            process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        kill();
    }
}
