package dev.elasticjob.scheduler;

import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.spi.JobInstance;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Decides between two batches of a streaming run whether it continues. It stops when this instance leaves, when the item or
 * the server is disabled, when the epoch is closed, and when the item belongs to another instance.
 *
 * <p>A run that was failed over may execute on an instance that does not own its item. It stops when the owner is live, so
 * that the owner's next run continues the work, and continues while the epoch still names the lost instance.
 *
 * <p>The engine knows the items that this instance owns. The rest is read from the registry, once a second at most.
 */
final class StreamingRuns {

    private static final Duration READ_INTERVAL = Duration.ofSeconds(1);

    private final JobTree tree;
    private final LongSupplier nanoTime;
    private final Guard guard;
    private final Supplier<RegistrySession> session;
    private final Supplier<JobInstance> instance;
    private final Supplier<Collection<LocalRun>> running;
    private final AtomicLong readAt;
    private volatile Set<Integer> owned = Set.of();
    private volatile Set<LocalRun> stopped = Set.of();
    private volatile boolean leaving;

    /**
     * @param session the current session; null while there is none
     * @param instance what this instance joined as
     * @param running the runs on this instance
     */
    StreamingRuns(
            String jobName,
            LongSupplier nanoTime,
            Guard guard,
            Supplier<RegistrySession> session,
            Supplier<JobInstance> instance,
            Supplier<Collection<LocalRun>> running) {
        tree = new JobTree(jobName);
        this.nanoTime = nanoTime;
        this.guard = guard;
        this.session = session;
        this.instance = instance;
        this.running = running;
        readAt = new AtomicLong(nanoTime.getAsLong() - READ_INTERVAL.toNanos());
    }

    /** Takes the items that this instance owns and may run; none while its server is disabled or the epoch is closed. */
    void owns(Set<Integer> items) {
        owned = items;
    }

    Set<Integer> owned() {
        return owned;
    }

    /** This instance leaves the job: all streaming runs stop. */
    void leave() {
        leaving = true;
    }

    boolean mayContinue(LocalRun run) {
        guard.run(OutgoingCall.REGISTRY_READ, this::readWhenDue);
        boolean isAllowedHere =
                owned.contains(run.item()) || run.lostInstanceId().isPresent();
        return isAllowedHere && !leaving && !stopped.contains(run);
    }

    private void readWhenDue() {
        long now = nanoTime.getAsLong();
        long last = readAt.get();
        RegistrySession current = session.get();
        if (current == null || now - last < READ_INTERVAL.toNanos() || !readAt.compareAndSet(last, now)) {
            return;
        }
        List<LocalRun> runs = List.copyOf(running.get());
        boolean failedOver = runs.stream().anyMatch(this::isOnlyFailedOver);
        current.read(request(runs, failedOver)).thenAccept(result -> {
            if (result instanceof ReadResult.Snapshot snapshot) {
                stopped = runs.stream().filter(run -> mustStop(run, snapshot)).collect(Collectors.toUnmodifiableSet());
            }
        });
    }

    private String disabledNode(LocalRun run) {
        return tree.itemNode(run.item()).disabled();
    }

    private ReadRequest request(List<LocalRun> runs, boolean failedOver) {
        ReadRequest disabled = ReadRequest.empty()
                .nodes(runs.stream().map(run -> disabledNode(run)).toList());
        return failedOver
                ? disabled.nodes(
                                List.of(tree.epoch(), tree.server(instance.get().serverIp())))
                        .children(tree.instances())
                : disabled;
    }

    /** Returns whether the run is here only because its instance was lost: then the engine does not report it as owned. */
    private boolean isOnlyFailedOver(LocalRun run) {
        return run.lostInstanceId().isPresent() && !owned.contains(run.item());
    }

    private boolean mustStop(LocalRun run, Snapshot snapshot) {
        if (snapshot.node(disabledNode(run)).isPresent()) {
            return true;
        }
        if (!isOnlyFailedOver(run)) {
            return false;
        }
        JobInstance self = instance.get();
        boolean serverDisabled = snapshot.node(tree.server(self.serverIp()))
                .filter(node -> node.text().strip().equals(JobTree.DISABLED))
                .isPresent();
        Optional<Epoch> epoch = snapshot.node(tree.epoch()).flatMap(node -> Epoch.decode(node.text()));
        // A missing epoch is recreated; until then nothing is known of the owner.
        return serverDisabled || epoch.isPresent() && !allows(epoch.get(), run, self, snapshot);
    }

    private boolean allows(Epoch epoch, LocalRun run, JobInstance self, Snapshot snapshot) {
        Optional<String> owner = epoch.owner(run.item());
        return epoch.open()
                && owner.isPresent()
                && (owner.get().equals(self.jobInstanceId())
                        || !snapshot.children(tree.instances()).contains(owner.get()));
    }
}
