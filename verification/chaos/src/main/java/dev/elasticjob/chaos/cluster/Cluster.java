package dev.elasticjob.chaos.cluster;

import dev.elasticjob.chaos.record.Chronicle;
import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lifecycle.view.JobDetail;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.witness.TriedJob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A registry, workers and an operator. Closing the cluster ends every process in whatever state it is. */
public final class Cluster implements AutoCloseable {

    /** Number of workers that run unless a fault stops them. */
    public static final int USUAL = 3;

    /** Number of additional workers that run temporarily. */
    private static final int SPARE = 2;

    /**
     * The one worker whose clock can be set. The library that sets it intercepts every clock access, so other workers
     * run without it.
     */
    private static final int WITH_CLOCK = USUAL - 1;

    private static final Duration LONGEST_START = Duration.ofSeconds(60);

    /** Warm-up time of processes that have just started on a machine that may be busy. */
    private static final Duration WARM_UP = Duration.ofSeconds(8);

    private final Chronicle chronicle;
    private final RegistryServers registry;
    private final List<Slot> slots = new ArrayList<>();
    private final ZookeeperRegistryCenter center;
    private final RegistryOperations operations;
    private final Observer observer;

    /** @param disks data directories of the registry servers, one each */
    public Cluster(Chronicle chronicle, Engine engine, Machine machine, List<Path> disks, boolean clock) {
        this.chronicle = chronicle;
        registry = RegistryServers.start(chronicle, disks);
        for (int i = 0; i < USUAL + SPARE; i++) {
            Optional<String> address = i < machine.addresses().size()
                    ? Optional.of(machine.addresses().get(i))
                    : Optional.empty();
            slots.add(new Slot(
                    i,
                    engine,
                    chronicle,
                    registry,
                    address,
                    machine.clockLibrary().filter(library -> clock && slots.size() == WITH_CLOCK)));
        }
        ZookeeperConfiguration direct = new ZookeeperConfiguration(registry.connectString(), Slot.NAMESPACE);
        direct.setSessionTimeoutMilliseconds(10_000);
        center = new ZookeeperRegistryCenter(direct);
        operations = RegistryOperations.on(center);
        observer = new Observer(chronicle, operations);
    }

    /**
     * Starts the usual workers and waits until each of them owns an item. An engine that does not reach this state is
     * tested anyway: missing runs are counted.
     */
    public void start() {
        usual().forEach(Slot::start);
        usual().forEach(Slot::awaitReady);
        Pause.until(this::isShared, LONGEST_START);
        Pause.of(WARM_UP);
        chronicle.add(Kind.BEGIN);
    }

    private boolean isShared() {
        return TriedJob.ALL.stream()
                .allMatch(job -> observer.latest(job.name())
                        .map(seen -> seen.items().stream()
                                        .flatMap(item -> item.owner().stream())
                                        .distinct()
                                        .count()
                                == USUAL)
                        .orElse(false));
    }

    public Chronicle chronicle() {
        return chronicle;
    }

    public RegistryServers registry() {
        return registry;
    }

    /** Returns the operations API that acts as the operator. */
    public RegistryOperations operations() {
        return operations;
    }

    public List<Slot> usual() {
        return slots.subList(0, USUAL);
    }

    public List<Slot> spare() {
        return slots.subList(USUAL, slots.size());
    }

    /** Returns the worker last observed as leader of the job. */
    public Optional<Slot> leader(TriedJob job) {
        return observer.latest(job.name())
                .flatMap(JobDetail::leader)
                .map(Observer::pid)
                .flatMap(pid -> slots.stream()
                        .filter(Slot::isUp)
                        .filter(slot -> String.valueOf(slot.pid()).equals(pid))
                        .findFirst());
    }

    /** Returns whether the worker was a member of the job when last observed. */
    public boolean isMember(TriedJob job, long pid) {
        return observer.latest(job.name())
                .map(seen -> seen.overview().instances().stream()
                        .anyMatch(id -> Observer.pid(id).equals(String.valueOf(pid))))
                .orElse(false);
    }

    /** Sends a termination request to all workers and waits until they have ended. */
    public void stop() {
        chronicle.add(Kind.END);
        List<Slot> up = slots.stream().filter(Slot::isUp).toList();
        up.forEach(Slot::terminate);
        up.forEach(Slot::awaitGone);
    }

    @Override
    public void close() {
        observer.close();
        slots.forEach(Slot::close);
        operations.close();
        center.close();
        registry.close();
    }
}
