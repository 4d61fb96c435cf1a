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
 * A process of the demo. Signals go through its handle: the process itself would close its input with them, which tells it
 * that we are gone, see {@link ParentWatch}.
 */
final class Child {

    private final String name;
    private final Process process;

    private Child(String name, Process process) {
        this.name = name;
        this.process = process;
    }

    /** What it is started with. Secrets are in the environment: others on the machine see a command line. */
    record Command(
            String memory,
            String temporary,
            String classPath,
            Class<?> main,
            List<String> arguments,
            Map<String, String> environment) {}

    /** @param lines is given what it prints, on a thread of its own */
    static Child start(String name, Command command, Consumer<String> lines) {
        List<String> words = new ArrayList<>();
        words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Small and quick to start. Performance data would be left in a file by a process that is killed.
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
            // It has ended, and the end is told by the process itself.
        }
    }

    void onExit(Runnable then) {
        process.onExit().thenRun(then);
    }

    /** As a crash would end it: it can tell nobody. */
    void kill() {
        process.toHandle().destroyForcibly();
    }

    /** As a deployment would end it. */
    void stop() {
        process.toHandle().destroy();
    }

    /** Returns when it is gone, one way or the other. */
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
