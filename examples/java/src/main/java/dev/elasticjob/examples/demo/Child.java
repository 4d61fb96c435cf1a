package dev.elasticjob.examples.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child process of the demo. Signals are sent through its handle, because the methods of {@link Process} also close
 * its input, which the child treats as the end of the demo; see {@link ParentWatch}.
 */
final class Child {

    private final String name;
    private final Process process;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /**
     * Command line and environment. Secrets are in the environment because other users of the machine can read a command
     * line.
     */
    record Command(
            String memory,
            String temporary,
            String classPath,
            Class<?> main,
            List<String> arguments,
            Map<String, String> environment) {}

    /** @param lines receives each line of output on a separate thread */
    static Child start(String name, Command command, Consumer<String> lines) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Keeps the process small and its start fast. A killed process would leave its performance data file behind.
        words.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        words.add("-Djava.io.tmpdir=" + command.temporary());
        words.add("-Xmx" + command.memory());
        words.addAll(List.of("-cp", command.classPath(), command.main().getName()));
        words.addAll(command.arguments());
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true);
        builder.environment().putAll(command.environment());
        try {
            Process process = builder.start();
            Thread reader = new Thread(() -> read(process, lines), "output-of-" + name);
            reader.setDaemon(true);
            reader.start();
            return new Child(name, process);
        } catch (IOException e) {
            throw new UncheckedIOException("The " + name + " cannot be started: " + e.getMessage(), e);
        }
    }

    private static void read(Process process, Consumer<String> lines) {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.accept(line);
            }
        } catch (IOException closed) {
            // The process has ended, which its exit callback reports.
        }
    }

    void onExit(Runnable then) {
        process.onExit().thenRun(then);
    }

    /** Kills the process, which simulates a crash: it cannot clean up. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** Requests a graceful end, as a deployment does. */
    void stop() {
        process.toHandle().destroy();
    }

    /** Waits for the end of the process, and kills it when the time is over. */
    void awaitEnd(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            kill();
            process.waitFor();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }
}
