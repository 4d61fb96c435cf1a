package dev.elasticjob.chaos.cluster;

import dev.elasticjob.chaos.record.Chronicle;
import dev.elasticjob.chaos.record.Event.Kind;
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
 * The place of one worker: its address, its way to the registry, and one process after the other. Who has told a process to
 * end need not wait for it; the next one may begin meanwhile.
 */
public final class Slot implements AutoCloseable {

    /** The engine lets runs end for thirty seconds and interrupts them for ten. */
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

    // ---- life ----

    /** Starts a process; it is started again when it ends and nobody told it to. */
    public synchronized void start() {
        wanted = true;
        setClock("+0");
        Child started =
                new Child(command(), environment(), chronicle.directory().resolve("worker-" + index + ".log"));
        child = started;
        chronicle.add(Kind.STARTED, started.pid(), index);
        started.ready().thenAccept(ready -> {
            if (ready) {
                chronicle.add(Kind.READY, started.pid());
            }
        });
        started.exit().thenRun(() -> ended(started));
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(
                List.of(Child.java(), "-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData"));
        command.add("-Dworker.log=DEBUG");
        command.add("-Delasticjob.preferred.network.interface=" + (address.isPresent() ? Machine.CARD : "lo"));
        command.add("-Delasticjob.preferred.network.ip=" + address.orElse("127.0.0.1"));
        command.addAll(List.of("-cp", engine.classPath(), engine.main().getName()));
        command.add(proxies.stream().map(FaultyProxy::connectString).collect(Collectors.joining(",")));
        command.add(NAMESPACE);
        command.add(chronicle.directory().toAbsolutePath().toString());
        return command;
    }

    private Map<String, String> environment() {
        return clockLibrary
                .map(library -> Map.of(
                        "LD_PRELOAD", library.toString(),
                        "FAKETIME_TIMESTAMP_FILE", clockFile().toAbsolutePath().toString(),
                        "FAKETIME_CACHE_DURATION", "1",
                        "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                        // Else every wait with a limit spins.
                        "FAKETIME_FORCE_MONOTONIC_FIX", "0"))
                .orElse(Map.of());
    }

    private void ended(Child ended) {
        boolean expected = leaving.remove(ended);
        chronicle.add(Kind.GONE, ended.pid());
        if (expected) {
            return;
        }
        // A process that never came up is started again by whoever looks after it; that is no failure of the engine.
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

    /** Also when the first that is started does not come up. One that hangs is killed, and another started. */
    public void awaitReady() {
        while (!Pause.until(this::isReady, LONGEST_START)) {
            chronicle.add(Kind.HANGS, pid());
            dumpThreads();
            kill();
            start();
        }
    }

    /** Into its log. */
    private synchronized void dumpThreads() {
        child.signal("QUIT");
        Pause.of(BEFORE_NEXT_TRY);
    }

    private synchronized boolean isReady() {
        return child.ready().getNow(false);
    }

    /** With no chance to say anything. */
    public synchronized void kill() {
        wanted = false;
        leaving.add(child);
        chronicle.add(Kind.KILLING, child.pid());
        child.kill();
        heal();
    }

    /** As an operator of the machine does. It is looked at later whether it obeyed. */
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

    /** Waits for the end of a process that was told to end. */
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

    /** Does something to every way to the registry. */
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

    /** Ends what is left, in whatever state it is. */
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
