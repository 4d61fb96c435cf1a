package dev.elasticjob.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Process whose standard output a test can wait for. */
final class PrintingProcess extends JavaProcess {

    private final Output output;
    private final Path errors;

    PrintingProcess(List<String> command, Path errors) {
        this(command, errors, new Output());
    }

    private PrintingProcess(List<String> command, Path errors, Output output) {
        super(command, errors, output::add, output::end);
        this.output = output;
        this.errors = errors;
    }

    /** Lines printed so far. */
    private static final class Output {

        private final List<String> lines = new ArrayList<>();
        private boolean ended;

        synchronized void add(String line) {
            lines.add(line);
            notifyAll();
        }

        synchronized void end() {
            ended = true;
            notifyAll();
        }

        synchronized boolean await(Predicate<List<String>> condition) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Journal.LIMIT_SECONDS);
            while (!condition.test(lines)) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0 || ended) {
                    return false;
                }
                wait(left);
            }
            return true;
        }

        synchronized boolean hasEnded() {
            return ended;
        }

        synchronized List<String> lines() {
            return List.copyOf(lines);
        }
    }

    /** Waits until the condition holds for the lines printed so far; fails if the process ends before. */
    void await(String what, Predicate<List<String>> condition) throws InterruptedException, IOException {
        if (!output.await(condition)) {
            String state = output.hasEnded() ? "exited with code " + exitCode() : "is alive";
            throw new AssertionError("Never seen: " + what + ". " + this + " " + state + " and printed " + lines()
                    + " and on standard error\n" + Files.readString(errors));
        }
    }

    List<String> lines() {
        return output.lines();
    }
}
