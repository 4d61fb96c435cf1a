package dev.elasticjob.examples.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A {@link Worker} as the demo sees it. Signals go through its handle: the process itself would close the worker's input with
 * them, which tells it that we are gone.
 */
final class WorkerProcess {

    private final int number;
    private final Process process;
    private String state = "running";

    private WorkerProcess(int number, Process process) {
        this.number = number;
        this.process = process;
    }

    /** @param lines is given what the worker prints, on a thread of its own */
    static WorkerProcess start(int number, String connectString, Consumer<WorkerLine> lines) {
        // Small and quick to start. Performance data would be left in a file by a worker that is killed.
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"),
                "-cp",
                System.getProperty("java.class.path"),
                Worker.class.getName(),
                connectString);
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            Thread reader = new Thread(() -> read(process, lines), "worker-" + number);
            reader.setDaemon(true);
            reader.start();
            return new WorkerProcess(number, process);
        } catch (IOException e) {
            throw new UncheckedIOException("Worker " + number + " cannot be started: " + e.getMessage(), e);
        }
    }

    private static void read(Process process, Consumer<WorkerLine> lines) {
        try (BufferedReader output = process.inputReader()) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.accept(WorkerLine.parse(line));
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
        state = "killed";
        process.toHandle().destroyForcibly();
    }

    /** As a deployment would end it: it gives its items back and lets its runs end. */
    void stop() {
        state = "stopping";
        process.toHandle().destroy();
    }

    void ended() {
        state = state.equals("killed") ? "killed" : "ended";
    }

    /** Returns when it is gone, one way or the other. */
    void awaitEnd(Duration patience) throws InterruptedException {
        if (!process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS)) {
            process.toHandle().destroyForcibly();
            process.waitFor();
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String name() {
        return "worker " + number;
    }

    int number() {
        return number;
    }

    long pid() {
        return process.pid();
    }

    String state() {
        return state;
    }
}
