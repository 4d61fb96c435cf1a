package dev.elasticjob.chaos.fault;

import dev.elasticjob.chaos.cluster.Machine;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Faults to inject. Each one restores the initial state at its end. */
public enum Fault {
    KILL("a worker is killed and started again", Scope.WORKER, WorkerFaults::kill),
    REPLACE(
            "a worker is killed, and one at another address joins before its session ends",
            Scope.MEMBERS,
            MemberFaults::replace),
    STOP("a worker is paused for longer than its session lasts", Scope.WORKER, WorkerFaults::stop),
    RESTART("a server of the registry is killed and started again", Scope.REGISTRY, RegistryFaults::restart),
    LEADER("the server that leads the registry is killed", Scope.REGISTRY, RegistryFaults::leader),
    FREEZE("the server that leads the registry is paused", Scope.REGISTRY, RegistryFaults::freeze),
    DISK("the disk of the server that leads the registry is full", Scope.REGISTRY, RegistryFaults::disk),
    CUT("a worker's connections break, and no new ones are accepted", Scope.WORKER, NetworkFaults::cut),
    SILENCE("nothing arrives between a worker and the registry", Scope.WORKER, NetworkFaults::silence),
    ONE_WAY("nothing arrives from a worker at the registry, or the other way", Scope.WORKER, NetworkFaults::oneWay),
    DELAY("everything between a worker and the registry takes long", Scope.WORKER, NetworkFaults::delay),
    RESHARD(
            "the worker that leads the job is killed while items are assigned again",
            Scope.MEMBERS,
            MemberFaults::reshard),
    FAILOVER("a worker is shut down while a run fails over to it", Scope.MEMBERS, MemberFaults::failover),
    SCALE("workers join and leave in quick succession", Scope.MEMBERS, MemberFaults::scale),
    OPERATOR("an operator disables, edits, triggers and shuts down", Scope.MEMBERS, OperatorFaults::operate),
    CLOCK("a worker's time of day jumps, and jumps back", Scope.WORKER_WITH_CLOCK, WorkerFaults::clock),
    THROW("an item throws", Scope.JOB, WorkerFaults::throwOnce);

    /** Target of a fault. Concurrent faults never have the same target. */
    enum Scope {
        WORKER,
        WORKER_WITH_CLOCK,
        /** Several workers; excludes any concurrent fault. */
        MEMBERS,
        REGISTRY,
        JOB
    }

    /** Injects the fault, waits, and restores the initial state. */
    interface Injection {
        void inject(Injected injected);
    }

    private final String description;
    private final Scope scope;
    private final Injection injection;

    Fault(String description, Scope scope, Injection injection) {
        this.description = description;
        this.scope = scope;
        this.injection = injection;
    }

    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String description() {
        return description;
    }

    Scope scope() {
        return scope;
    }

    Injection injection() {
        return injection;
    }

    /** @throws IllegalArgumentException for an unknown name */
    public static List<Fault> parse(String names) {
        return Arrays.stream(names.split(",")).map(Fault::named).toList();
    }

    private static Fault named(String name) {
        return Arrays.stream(values())
                .filter(fault -> fault.title().equals(name.strip()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("--faults '" + name + "': there is no such fault. There are: "
                                + Arrays.stream(values()).map(Fault::title).collect(Collectors.joining(","))));
    }

    /** Returns what this machine, or this number of servers, lacks for the fault; empty when the fault is available. */
    public Optional<String> missing(Machine machine, int servers) {
        return Optional.ofNullable(
                switch (this) {
                    case LEADER -> servers < 2 ? "an ensemble" : null;
                    case DISK -> machine.smallDisk() ? null : "the right to mount a small file system";
                    case CLOCK ->
                        machine.clockLibrary().isPresent() ? null : "libfaketime (apt-get install libfaketime)";
                    case REPLACE -> machine.addresses().isEmpty() ? "the right to have a network namespace" : null;
                    default -> null;
                });
    }
}
