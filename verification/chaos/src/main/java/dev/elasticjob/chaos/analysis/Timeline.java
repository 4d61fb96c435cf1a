package dev.elasticjob.chaos.analysis;

import dev.elasticjob.chaos.record.Event;
import dev.elasticjob.chaos.record.Event.Kind;
import dev.elasticjob.chaos.record.Run;
import dev.elasticjob.witness.TriedJob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Determines from the recorded faults and events which process could run items at which time. Times are nanoseconds of
 * the clock common to all processes.
 */
final class Timeline {

    /**
     * Maximum time until a disturbed process is a member again: its session expires, the process notices, and it
     * rejoins.
     */
    static final long GRACE =
            Duration.ofMillis(TriedJob.SESSION_TIMEOUT_MILLIS + 4000).toNanos();

    /** Maximum time until the end of a run is recorded when nothing prevents it. */
    static final long TO_RECORD = Duration.ofSeconds(1).toNanos();

    /** The same after the whole machine stalled, which may have expired the sessions of all processes. */
    private static final long STALL_GRACE = GRACE + Duration.ofSeconds(4).toNanos();

    /** An instance detects at the next fire that an item is enabled again. */
    private static final long ENABLED_AFTER = Duration.ofSeconds(2).toNanos();

    private static final long SAMPLE = Duration.ofMillis(500).toNanos();
    private static final long SEEN_LATE = Duration.ofMillis(400).toNanos();

    /** Owners of the items, as observed in the registry. */
    private record Owners(boolean open, int total, Map<Integer, Long> pids) {}

    private static final class Life {
        private OptionalLong ready = OptionalLong.empty();
        private OptionalLong leaving = OptionalLong.empty();
        private OptionalLong killed = OptionalLong.empty();
        private OptionalLong gone = OptionalLong.empty();
        private final Intervals paused = new Intervals();
        private final Intervals unreachable = new Intervals();
        private final Intervals wrongClock = new Intervals();
        private final Intervals disabled = new Intervals();
        private long largestClockError;
    }

    private final Map<Long, Life> lives = new HashMap<>();
    private final Intervals registryDown = new Intervals();
    private final Intervals stalls = new Intervals();
    private final Map<String, Intervals> disabledItems = new HashMap<>();
    private final Map<String, TreeMap<Long, Owners>> owners = new HashMap<>();
    private final Map<Long, Long> hung = new TreeMap<>();
    private final Map<Long, Long> died = new TreeMap<>();
    private final List<Event> triggers = new ArrayList<>();
    private final TreeMap<Integer, FaultTime> faults = new TreeMap<>();
    private long begin;
    private long end;
    private long wallOffset;

    Timeline(List<Event> events) {
        // An aborted trial is analysed up to its last recorded event.
        begin = events.get(0).at();
        end = events.get(events.size() - 1).at();
        events.forEach(this::add);
    }

    private void add(Event event) {
        wallOffset = event.wall() * 1_000_000 - event.at();
        switch (event.kind()) {
            case BEGIN -> begin = event.at();
            case END -> end = event.at();
            case STARTED -> life(event.pid());
            case READY -> life(event.pid()).ready = OptionalLong.of(event.at());
            case KILLING -> killed(event);
            case LEAVING -> leaves(event);
            case GONE -> gone(event);
            case HANGS -> hung.put(event.pid(), event.at());
            case DIED -> {
                died.put(event.pid(), event.at());
                killed(event);
            }
            case PAUSED -> life(event.pid()).paused.begin(event.at());
            case RESUMED -> life(event.pid()).paused.end(event.at());
            case UNREACHABLE -> life(event.pid()).unreachable.begin(event.at());
            case REACHABLE -> life(event.pid()).unreachable.end(event.at());
            case CLOCK -> clock(event);
            case REGISTRY_DOWN -> registryDown.begin(event.at());
            case REGISTRY_UP -> registryDown.end(event.at());
            case SERVER_DISABLED -> life(event.pid()).disabled.begin(event.at());
            case SERVER_ENABLED -> life(event.pid()).disabled.end(event.at());
            case ITEM_DISABLED -> item(event).begin(event.at());
            case ITEM_ENABLED -> item(event).end(event.at());
            case TRIGGER -> triggers.add(event);
            case OWNERS -> owners(event);
            case STALL -> stall(event);
            case FAULT_BEGIN, FAULT_CLEAR, FAULT_END -> fault(event);
            case TOTAL, REFUSED -> {
                // TOTAL takes effect when the owners are published; REFUSED only documents the records for a human
                // reader.
            }
        }
    }

    private Life life(long pid) {
        return lives.computeIfAbsent(pid, key -> new Life());
    }

    private void leaves(Event event) {
        Life life = life(event.pid());
        if (life.leaving.isEmpty()) {
            life.leaving = OptionalLong.of(event.at());
        }
    }

    private void killed(Event event) {
        life(event.pid()).killed = OptionalLong.of(event.at());
        leaves(event);
    }

    private void gone(Event event) {
        Life life = life(event.pid());
        life.gone = OptionalLong.of(event.at());
        leaves(event);
    }

    private void clock(Event event) {
        Life life = life(event.pid());
        long error = Math.abs(Long.parseLong(event.word(1))) * 1_000_000;
        if (error == 0) {
            life.wrongClock.end(event.at() + life.largestClockError);
        } else {
            life.wrongClock.begin(event.at());
            life.largestClockError = Math.max(error, life.largestClockError);
        }
    }

    private Intervals item(Event event) {
        return disabledItems.computeIfAbsent(event.word(0) + " " + event.word(1), key -> new Intervals());
    }

    private void owners(Event event) {
        Map<Integer, Long> pids = new HashMap<>();
        for (String word : event.words().subList(3, event.words().size())) {
            String[] parts = word.split(":");
            if (!parts[1].equals("-")) {
                pids.put(Integer.valueOf(parts[0]), Long.valueOf(parts[1]));
            }
        }
        owners.computeIfAbsent(event.word(0), key -> new TreeMap<>())
                .put(event.at(), new Owners(event.word(1).equals("open"), Integer.parseInt(event.word(2)), pids));
    }

    private void stall(Event event) {
        long from = event.at() - Long.parseLong(event.word(0)) * 1_000_000;
        // While the registry is down, no request is answered.
        if (!registryDown.touches(from, event.at(), 0)) {
            stalls.begin(from);
            stalls.end(event.at());
        }
    }

    private void fault(Event event) {
        FaultTime fault = faults.computeIfAbsent(
                Integer.valueOf(event.word(0)), number -> new FaultTime(event.word(1), event.at()));
        if (event.kind() == Kind.FAULT_CLEAR) {
            fault.clear = event.at();
        } else if (event.kind() == Kind.FAULT_END) {
            fault.end = event.at();
        }
    }

    /** Times at which a fault began, became recoverable and ended. */
    static final class FaultTime {

        final String name;
        final long begin;
        private long clear;
        private long end = Long.MAX_VALUE;

        FaultTime(String name, long begin) {
            this.name = name;
            this.begin = begin;
            clear = begin;
        }

        long clear() {
            return clear;
        }

        long end() {
            return end;
        }
    }

    // ---- queries ----

    long begin() {
        return begin;
    }

    long end() {
        return end;
    }

    /** Returns the time of day in nanoseconds. */
    long wall(long at) {
        return at + wallOffset;
    }

    /** Converts a time of day in milliseconds to the common clock. */
    long atWallMillis(long millis) {
        return millis * 1_000_000 - wallOffset;
    }

    List<FaultTime> faults() {
        return List.copyOf(faults.values());
    }

    /** Returns the fault active at this time, or the last one before it. */
    String faultAt(long at) {
        return faults.values().stream()
                .filter(fault -> fault.begin <= at)
                .reduce((first, second) -> second)
                .map(fault -> fault.name)
                .orElse("none");
    }

    /** Returns the processes that failed to start or stop, with the time at which this was detected. */
    Map<Long, Long> hung() {
        return hung;
    }

    /** Returns the processes that ended unexpectedly, with the time of their end. */
    Map<Long, Long> died() {
        return died;
    }

    /** Returns the times at which an operator requested a run of the job. */
    List<Long> triggers(String job) {
        return triggers.stream()
                .filter(each -> each.word(0).equals(job) && each.at() < end)
                .map(Event::at)
                .toList();
    }

    /** Returns the end of the run, which is the end of its process if the process was killed during the run. */
    long over(Run run) {
        Life life = life(run.pid());
        return Math.min(run.end(), life.gone.orElse(Run.NEVER));
    }

    /** Returns the time until which the run may block further runs of its item. */
    private long holdsUntil(Run run) {
        return run.end() != Run.NEVER && !isDisturbed(run.pid(), run.begin(), run.end() + TO_RECORD, 0, 0)
                ? run.end() + TO_RECORD
                : over(run) == Run.NEVER ? Run.NEVER : over(run) + GRACE;
    }

    /** Returns how long a process was executing between two times, without pauses. */
    long awake(long pid, long from, long to) {
        return to - from - life(pid).paused.within(from, to);
    }

    /** Returns whether the process was paused, by a signal or by a stall of the whole machine. */
    boolean wasPaused(long pid, long from, long to) {
        return life(pid).paused.touches(from, to, 0) || stalls.touches(from, to, 0);
    }

    /**
     * Returns the last time at which the registry came back between two times, or the first of them when it was
     * available.
     */
    long lastRegistryUp(long from, long to) {
        return registryDown.lastEnd(from, to);
    }

    boolean isClockWrong(long at) {
        return lives.values().stream().anyMatch(life -> life.wrongClock.contains(at));
    }

    /** Returns the total time excluded from the analysis because the machine had stalled. */
    long stalled() {
        long sum = 0;
        for (long at = begin; at < end; at += SAMPLE) {
            sum += stalls.touches(at, at, STALL_GRACE) ? SAMPLE : 0;
        }
        return sum;
    }

    /** Returns whether the process may have been unable to write to the registry during this time. */
    boolean isDisturbed(long pid, long from, long to) {
        return isDisturbed(pid, from, to, GRACE, STALL_GRACE);
    }

    private boolean isDisturbed(long pid, long from, long to, long after, long afterStall) {
        Life life = life(pid);
        return registryDown.touches(from, to, after)
                || stalls.touches(from, to, afterStall)
                || life.paused.touches(from, to, after)
                || life.unreachable.touches(from, to, after)
                || life.killed.isPresent() && life.killed.getAsLong() <= to;
    }

    /** Returns whether the process could run items. */
    private boolean isAble(long pid, long at) {
        Life life = lives.get(pid);
        return life != null
                && life.ready.isPresent()
                && life.ready.getAsLong() <= at
                && life.leaving.orElse(Long.MAX_VALUE) > at
                && !life.paused.touches(at, at, GRACE)
                && !life.unreachable.touches(at, at, GRACE)
                && !life.wrongClock.contains(at)
                && !life.disabled.contains(at);
    }

    private boolean isRegistryFine(long at) {
        return !registryDown.touches(at, at, GRACE) && !stalls.touches(at, at, STALL_GRACE);
    }

    private boolean isItemEnabled(TriedJob job, int item, long at) {
        Intervals disabled = disabledItems.get(job.name() + " " + item);
        // The engine detects the change at the next fire.
        return disabled == null || !disabled.touches(at, at, job.period().toNanos() + ENABLED_AFTER);
    }

    private Optional<Owners> ownersAt(TriedJob job, long at) {
        return Optional.ofNullable(
                        owners.getOrDefault(job.name(), new TreeMap<>()).floorEntry(at))
                .map(Map.Entry::getValue);
    }

    /** Returns the observed number of items, or 0 when it changed during this time. */
    int total(TriedJob job, long from, long to) {
        int before = ownersAt(job, from).map(Owners::total).orElse(0);
        int after = ownersAt(job, to).map(Owners::total).orElse(0);
        return before == after ? before : 0;
    }

    /** Returns whether the owner of the item could have run it at this time. */
    boolean couldRun(TriedJob job, int item, long at, List<Run> runsOfItem) {
        Optional<Owners> before = ownersAt(job, at);
        Optional<Owners> after = ownersAt(job, at + SEEN_LATE);
        if (before.isEmpty()
                || !before.get().open()
                || item >= before.get().total()
                || !after.get().open()) {
            return false;
        }
        Long owner = before.get().pids().get(item);
        return owner != null
                && owner.equals(after.get().pids().get(item))
                && isAble(owner, at)
                && isRegistryFine(at)
                && isItemEnabled(job, item, at)
                && !isHeld(at, runsOfItem);
    }

    /**
     * Returns whether a run of the item was in progress. A run lasts from the decision to start it, made at or after its
     * fire time, until its end is recorded.
     */
    private boolean isHeld(long at, List<Run> runsOfItem) {
        return runsOfItem.stream().anyMatch(run -> decided(run) <= at && holdsUntil(run) > at);
    }

    private long decided(Run run) {
        return run.scheduledAt().isPresent()
                ? Math.min(run.begin(), atWallMillis(run.scheduledAt().getAsLong()))
                : run.begin();
    }

    /** Returns whether any instance could have run the item if it had owned it. */
    boolean isAnybodyThere(TriedJob job, int item, long at, List<Run> runsOfItem) {
        int total = ownersAt(job, at).map(Owners::total).orElse(0);
        return item < total
                && lives.keySet().stream().anyMatch(pid -> isAble(pid, at))
                // A worker whose clock was ahead has run fires in advance.
                && !isClockWrong(at)
                && isRegistryFine(at)
                && isItemEnabled(job, item, at)
                && !isHeld(at, runsOfItem);
    }
}
