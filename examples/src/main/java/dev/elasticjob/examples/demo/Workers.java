package dev.elasticjob.examples.demo;

import dev.elasticjob.identity.InstanceIdentity;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** All workers that there were, in order. */
final class Workers implements AutoCloseable {

    private static final Pattern INSTANCE_ID = Pattern.compile("\\S+@-@[0-9]+-[0-9a-z]+");
    private static final Duration PATIENCE_AT_THE_END = Duration.ofSeconds(2);

    private final Place place;
    private final String databasePassword;
    private final List<WorkerProcess> all = new ArrayList<>();

    Workers(Place place, String databasePassword) {
        this.place = place;
        this.databasePassword = databasePassword;
    }

    /** Starts one more; both receivers are called on threads of the worker's. */
    WorkerProcess add(BiConsumer<WorkerProcess, WorkerLine> lines, Consumer<WorkerProcess> onExit) {
        WorkerProcess[] added = new WorkerProcess[1];
        synchronized (added) {
            // A line may come before its worker is known here.
            added[0] = WorkerProcess.start(all.size() + 1, place, databasePassword, line -> {
                synchronized (added) {
                    lines.accept(added[0], line);
                }
            });
        }
        all.add(added[0]);
        added[0].onExit(() -> onExit.accept(added[0]));
        return added[0];
    }

    List<WorkerProcess> all() {
        return List.copyOf(all);
    }

    /** The worker that lives and has this number. */
    Optional<WorkerProcess> living(String number) {
        return all.stream()
                .filter(worker -> String.valueOf(worker.number()).equals(number) && worker.isAlive())
                .findFirst();
    }

    Optional<WorkerProcess> of(String instanceId) {
        return InstanceIdentity.parse(instanceId)
                .flatMap(id ->
                        all.stream().filter(worker -> worker.pid() == id.pid()).findFirst());
    }

    /** The text with the names of workers instead of their ids. */
    String named(String text) {
        Matcher ids = INSTANCE_ID.matcher(text);
        return ids.replaceAll(id ->
                Matcher.quoteReplacement(of(id.group()).map(WorkerProcess::name).orElse(id.group())));
    }

    /** Ends them all, and returns when they are gone. */
    @Override
    public void close() {
        all.stream().filter(WorkerProcess::isAlive).forEach(WorkerProcess::stop);
        try {
            long end = System.nanoTime() + PATIENCE_AT_THE_END.toNanos();
            for (WorkerProcess worker : all) {
                worker.awaitEnd(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            }
        } catch (InterruptedException interrupted) {
            all.forEach(WorkerProcess::kill);
            Thread.currentThread().interrupt();
        }
    }
}
