package dev.elasticjob.console.pages;

import dev.elasticjob.childprocess.ChildProcess;
import java.util.List;

/** A running {@link Worker}. */
final class WorkerProcess implements AutoCloseable {

    private final ChildProcess process;

    private WorkerProcess(ChildProcess process) {
        this.process = process;
    }

    /** Starts a worker without waiting for it. */
    static WorkerProcess start(String address, String... arguments) {
        ChildProcess.Settings worker = ChildProcess.java(Worker.class)
                .options("-XX:TieredStopAtLevel=1", "-Xshare:auto")
                .arguments(arguments)
                .limit(Visitor.LONGEST_WAIT);
        if (!address.isEmpty()) {
            worker.options(List.of("-Delasticjob.preferred.network.ip=" + address));
        }
        return new WorkerProcess(worker.start());
    }

    WorkerProcess awaitReady() {
        process.awaitMatchAnywhere("^ready$");
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
        process.send(String.valueOf(runs));
    }

    /** Kills the process with SIGKILL, so that it cannot shut down. */
    void kill() {
        process.kill();
    }

    @Override
    public void close() {
        process.close();
    }
}
