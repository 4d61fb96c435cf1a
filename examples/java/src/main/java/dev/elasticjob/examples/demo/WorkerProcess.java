package dev.elasticjob.examples.demo;

import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;

/** The process of a {@link Worker}. */
final class WorkerProcess {

    private final int number;
    private final Child child;
    private String state = "running";

    private WorkerProcess(int number, Child child) {
        this.number = number;
        this.child = child;
    }

    /** @param lines receives each line of output on a separate thread */
    static WorkerProcess start(int number, Place place, String databasePassword, Consumer<WorkerLine> lines) {
        Child.Command command = new Child.Command(
                "64m",
                System.getProperty("java.io.tmpdir"),
                System.getProperty("java.class.path"),
                Worker.class,
                place.arguments(),
                Map.of(Place.PASSWORD, databasePassword));
        return new WorkerProcess(
                number, Child.start("worker " + number, command, line -> lines.accept(WorkerLine.parse(line))));
    }

    void onExit(Runnable then) {
        child.onExit(then);
    }

    void kill() {
        state = "killed";
        child.kill();
    }

    /** Requests a graceful end: the worker lets its runs end and releases its items. */
    void stop() {
        state = "stopping";
        child.stop();
    }

    void ended() {
        state = state.equals("killed") ? "killed" : "ended";
    }

    void awaitEnd(Duration patience) throws InterruptedException {
        child.awaitEnd(patience);
    }

    boolean isAlive() {
        return child.isAlive();
    }

    String name() {
        return child.name();
    }

    int number() {
        return number;
    }

    long pid() {
        return child.pid();
    }

    String state() {
        return state;
    }
}
