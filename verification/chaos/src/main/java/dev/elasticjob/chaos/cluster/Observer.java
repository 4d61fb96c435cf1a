package dev.elasticjob.chaos.cluster;

import dev.elasticjob.chaos.record.Chronicle;
import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lifecycle.view.EpochView;
import dev.elasticjob.lifecycle.view.JobDetail;
import dev.elasticjob.witness.TriedJob;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Collectors;

/** Records the owners of items as published in the registry, and stalls of the machine. */
final class Observer implements AutoCloseable {

    private static final Duration INTERVAL = Duration.ofMillis(150);

    /**
     * Expected maximum duration of an observation, which takes a few round trips. A longer one indicates a stalled
     * machine.
     */
    private static final Duration LONGEST_LOOK = Duration.ofMillis(300);

    private static final Duration STALL = Duration.ofMillis(400);

    private final Chronicle chronicle;
    private final RegistryOperations registry;
    private final Map<String, String> seen = new HashMap<>();
    private final Map<String, JobDetail> latest = new HashMap<>();
    private final Thread watching;
    private final Thread ticking;

    Observer(Chronicle chronicle, RegistryOperations registry) {
        this.chronicle = chronicle;
        this.registry = registry;
        watching = thread("observer", this::watch);
        ticking = thread("ticks", this::tick);
    }

    private static Thread thread(String name, Runnable body) {
        Thread thread = new Thread(
                () -> {
                    try {
                        while (!Thread.currentThread().isInterrupted()) {
                            body.run();
                        }
                    } catch (CancellationException closed) {
                        // The observer was closed.
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void tick() {
        long before = System.nanoTime();
        Pause.of(INTERVAL);
        stalled(Duration.ofNanos(System.nanoTime() - before).minus(INTERVAL));
    }

    private void stalled(Duration late) {
        if (late.compareTo(STALL) > 0) {
            chronicle.add(Kind.STALL, late.toMillis());
        }
    }

    private void watch() {
        for (TriedJob job : TriedJob.ALL) {
            long before = System.nanoTime();
            try {
                see(registry.jobs().detail(job.name()));
                stalled(Duration.ofNanos(System.nanoTime() - before).minus(LONGEST_LOOK));
            } catch (RuntimeException notNow) {
                // The registry is down, or the job does not exist yet. The last observation stays valid until the next
                // one.
            }
        }
        Pause.of(INTERVAL);
    }

    private void see(JobDetail job) {
        String name = job.overview().jobName();
        int total = job.overview()
                .epoch()
                .map(EpochView::total)
                .or(() -> job.overview().configuration().map(each -> each.getShardingTotalCount()))
                .orElse(0);
        boolean open = job.overview().epoch().map(EpochView::open).orElse(true);
        String line = (open ? "open " : "closed ")
                + total
                + job.items().stream()
                        .filter(item -> item.item() < total)
                        .map(item -> " " + item.item() + ":"
                                + item.owner().map(Observer::pid).orElse("-"))
                        .collect(Collectors.joining());
        synchronized (this) {
            latest.put(name, job);
            if (!line.equals(seen.put(name, line))) {
                chronicle.add(Kind.OWNERS, name, line);
            }
        }
    }

    /** Extracts the process id from an instance id {@code ip@-@pid-incarnation}, with or without incarnation. */
    static String pid(String instanceId) {
        return instanceId.replaceFirst(".*@-@", "").replaceFirst("-.*", "");
    }

    synchronized Optional<JobDetail> latest(String job) {
        return Optional.ofNullable(latest.get(job));
    }

    @Override
    public void close() {
        watching.interrupt();
        ticking.interrupt();
    }
}
