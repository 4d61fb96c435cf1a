package dev.elasticjob.chaos.cluster;

import dev.elasticjob.chaos.record.Chronicle;
import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.test.net.FaultyProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A worker position with an address, proxies to the registry, and one process at a time. {@link #terminate} does not
 * wait for the end of the process, and the next process may start before that end.
 */
public final class Slot implements AutoCloseable {

    /**
     * Maximum time until a process has stopped: the engine waits thirty seconds for runs to end, then interrupts them
     * and waits ten more.
     */
    static final Duration LONGEST_STOP = Duration.ofSeconds(50);

    private static final Duration LONGEST_START = Duration.ofMinutes(3);
    private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(1);
    static final String NAMESPACE = "chaos";

    private final int index;
    private final Engine engine;
    private final Chronicle chronicle;
    private final Optional<String> address;
    private final Optional<Path> clockLibrary;
    private final List<FaultyProxy> proxies;
    private final Set<Child> leaving = ConcurrentHashMap.newKeySet();
    private Child child;
    private boolean wanted;

    Slot(
            int index,
            Engine engine,
            Chronicle chronicle,
            RegistryServers registry,
            Optional<String> address,
            Optional<Path> clockLibrary) {
        this.index = index;
        this.engine = engine;
        this.chronicle = chronicle;
        this.address = address;
        this.clockLibrary = clockLibrary;
        proxies = new ArrayList<>();
        for (int server = 0; server < registry.count(); server++) {
            proxies.add(FaultyProxy.to(registry.address(server)));
        }
    }

    public Optional<String> address() {
        return address;
    }

    public boolean hasClock() {
        return clockLibrary.isPresent();
    }

    public synchronized long pid() {
        return child.pid();
    }

    public synchronized boolean isUp() {
        return wanted;
    }

    // ---- lifecycle ----

    /** Starts a process, which is restarted when it ends unexpectedly. */
    public synchronized void start() {
        wanted = true;
        setClock("+0");
        Child started = new Child(process());
        child = started;
        chronicle.add(Kind.STARTED, started.pid(), index);
        started.ready().thenAccept(ready -> {
            if (ready) {
                chronicle.add(Kind.READY, started.pid());
            }
        });
        started.exit().thenRun(() -> ended(started));
    }

    private ChildProcess.Settings process() {
        return Child.java(engine.main())
                .options(
                        "-Dworker.log=DEBUG",
                        "-Delasticjob.preferred.network.interface=" + (address.isPresent() ? Machine.CARD : "lo"),
                        "-Delasticjob.preferred.network.ip=" + address.orElse("127.0.0.1"))
                .classPath(engine.classPath())
                .arguments(
                        proxies.stream().map(FaultyProxy::connectString).collect(Collectors.joining(",")),
                        NAMESPACE,
                        chronicle.directory().toAbsolutePath().toString())
                .environment(environment())
                .appendErrorsTo(chronicle.directory().resolve("worker-" + index + ".log"));
    }

    private Map<String, String> environment() {
        return clockLibrary
                .map(library -> Map.of(
                        "LD_PRELOAD", library.toString(),
                        "FAKETIME_TIMESTAMP_FILE", clockFile().toAbsolutePath().toString(),
                        "FAKETIME_CACHE_DURATION", "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                        // Without this setting, every wait with a timeout spins.
                        "FAKETIME_FORCE_MONOTONIC_FIX", "0"))
                .orElse(Map.of());
    }

    private void ended(Child ended) {
        boolean expected = leaving.remove(ended);
        chronicle.add(Kind.GONE, ended.pid());
        if (expected) {
            return;
        }
        // A process that never became ready is restarted as a supervisor would do. This is not a failure of the engine.
        if (ended.ready().getNow(false)) {
            chronicle.add(Kind.DIED, ended.pid());
        }
        Pause.of(BEFORE_NEXT_TRY);
        synchronized (this) {
            if (wanted && child == ended) {
                start();
            }
        }
    }

    /** Waits until the process is ready. A process that hangs is killed and replaced. */
    public void awaitReady() {
        while (!Pause.until(this::isReady, LONGEST_START)) {
            chronicle.add(Kind.HANGS, pid());
            dumpThreads();
            kill();
            start();
        }
    }

    /** Writes a thread dump to the log of the process. */
    private synchronized void dumpThreads() {
        child.signal("QUIT");
        Pause.of(BEFORE_NEXT_TRY);
    }

    private synchronized boolean isReady() {
        return child.ready().getNow(false);
    }

    /** Kills the process without a graceful shutdown. */
    public synchronized void kill() {
        wanted = false;
        leaving.add(child);
        chronicle.add(Kind.KILLING, child.pid());
        child.kill();
        heal();
    }

    /** Sends SIGTERM. A background thread checks whether the process ends in time. */
    public synchronized void terminate() {
        wanted = false;
        Child current = child;
        leaving.add(current);
        chronicle.add(Kind.LEAVING, current.pid());
        current.signal("TERM");
        Thread watching = new Thread(
                () -> {
                    if (!current.awaitExit(LONGEST_STOP)) {
                        current.signal("QUIT");
                        chronicle.add(Kind.HANGS, current.pid());
                        Pause.of(BEFORE_NEXT_TRY);
                        current.kill();
                    }
                },
                "stop-of-" + current.pid());
        watching.setDaemon(true);
        watching.start();
    }

    /** Waits for the end of a terminated process. */
    public void awaitGone() {
        Child current;
        synchronized (this) {
            current = child;
        }
        current.awaitExit(LONGEST_STOP.plusSeconds(5));
    }

    // ---- faults ----

    public synchronized void pause() {
        child.signal("STOP");
        chronicle.add(Kind.PAUSED, child.pid());
    }

    public synchronized void resume() {
        chronicle.add(Kind.RESUMED, child.pid());
        child.signal("CONT");
    }

    /** Applies a fault to each proxy between this worker and the registry. */
    public synchronized void disturb(Consumer<FaultyProxy> what) {
        chronicle.add(Kind.UNREACHABLE, child.pid());
        proxies.forEach(what);
    }

    public synchronized void heal() {
        proxies.forEach(FaultyProxy::heal);
        chronicle.add(Kind.REACHABLE, child.pid());
    }

    public synchronized void stepClock(Duration by) {
        chronicle.add(Kind.CLOCK, child.pid(), by.toMillis());
        setClock((by.isNegative() ? "" : "+") + by.toSeconds() + "s");
    }

    private void setClock(String offset) {
        if (clockLibrary.isPresent()) {
            try {
                Files.writeString(clockFile(), offset + "\n");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private Path clockFile() {
        return chronicle.directory().resolve("clock-" + index);
    }

    /** Kills the last process in whatever state it is. */
    @Override
    public void close() {
        Child last;
        synchronized (this) {
            wanted = false;
            last = child;
        }
        if (last != null) {
            leaving.add(last);
            last.kill();
        }
        List.copyOf(leaving).forEach(Child::kill);
        proxies.forEach(FaultyProxy::close);
    }

    @Override
    public String toString() {
        return "worker " + index;
    }
}
