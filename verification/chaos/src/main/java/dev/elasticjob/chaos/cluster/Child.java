package dev.elasticjob.chaos.cluster;

import dev.elasticjob.childprocess.ChildProcess;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A child process that reports when it is ready. It exits when its standard input is closed. */
final class Child {

    private final ChildProcess process;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();

    Child(ChildProcess.Settings settings) {
        process = settings.onLine(this::read).onEnd(() -> ready.complete(false)).start();
    }

    /** Describes a small JVM. Its performance data would remain when it is killed. */
    static ChildProcess.Settings java(Class<?> main) {
        return ChildProcess.java(main).small("128m").options("-XX:-UsePerfData");
    }

    private void read(String line) {
        if (line.equals("ready")) {
            ready.complete(true);
        }
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Completes with true when the process reports readiness, and with false when it ends before. */
    CompletableFuture<Boolean> ready() {
        return ready;
    }

    CompletableFuture<Process> exit() {
        return process.exit();
    }

    /** Sends a signal, unless the process has ended. */
    void signal(String name) {
        try {
            process.signal(name);
        } catch (AssertionError failed) {
            if (process.isAlive()) {
                throw failed;
            }
        }
    }

    /** Kills the process, even when it is paused, and waits for its end. */
    void kill() {
        process.kill();
    }

    /** Waits for the end of the process and returns whether it ended within the limit. */
    boolean awaitExit(Duration limit) {
        return process.awaitExit(limit);
    }
}
