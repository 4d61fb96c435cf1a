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

/** All workers started so far, in order. */
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

    /** Starts a worker. Both callbacks run on threads of that worker. */
    WorkerProcess add(BiConsumer<WorkerProcess, WorkerLine> lines, Consumer<WorkerProcess> onExit) {
        WorkerProcess[] added = new WorkerProcess[1];
        synchronized (added) {
            // Output may arrive before the worker is assigned here, so the callback waits.
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

    /** Returns the live worker with this number. */
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

    /** Returns the text with the worker names in place of the instance ids. */
    String named(String text) {
        Matcher ids = INSTANCE_ID.matcher(text);
        return ids.replaceAll(id ->
                Matcher.quoteReplacement(of(id.group()).map(WorkerProcess::name).orElse(id.group())));
    }

    /** Stops all workers and waits for their end. */
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
