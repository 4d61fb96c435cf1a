package dev.elasticjob.benchmarks.process;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A process that answers each input line with one line and exits when its standard input is closed. */
final class Child implements AutoCloseable {

    private static final String GONE = "error its output has ended";

    private final ChildProcess process;
    private final Path log;
    private final BlockingQueue<String> answers;

    private Child(ChildProcess process, Path log, BlockingQueue<String> answers) {
        this.process = process;
        this.log = log;
        this.answers = answers;
    }

    static Child start(String name, String classPath, List<String> options, String main, List<String> arguments) {
        try {
            Path logs = Files.createDirectories(Path.of(System.getProperty("bench.output", "target/bench"), "logs"));
            Path log = Files.createTempFile(logs, name + "-", ".log");
            BlockingQueue<String> answers = new LinkedBlockingQueue<>();
            ChildProcess process = ChildProcess.java(main)
                    .options(options)
                    .classPath(classPath)
                    .arguments(arguments)
                    .errorsTo(log)
                    .onLine(line -> addAnswer(line, answers))
                    .onEnd(() -> answers.add(GONE))
                    .start();
            return new Child(process, log, answers);
        } catch (IOException e) {
            throw new UncheckedIOException("No process for " + main, e);
        }
    }

    /** Ignores output of the JVM itself, for example of a flight recording. */
    private static void addAnswer(String line, BlockingQueue<String> answers) {
        if (line.startsWith("ok") || line.startsWith("error")) {
            answers.add(line);
        }
    }

    String ask(String order, Duration patience) {
        process.send(order);
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
        process.kill();
    }

    /** Waits for the process to end, up to the given time. */
    void awaitEnd(Duration patience) {
        process.awaitExit(patience);
    }

    @Override
    public void close() {
        kill();
    }
}
