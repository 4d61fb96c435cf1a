package dev.elasticjob.engine.items;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.Schedule;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The fires that this instance owes its items. With monitoring the run record of an item determines them; without it, what
 * this instance has run since it became the owner.
 */
public final class OwedFires {

    private final JobContext job;

    /** Without records, the last fire time started here, or the moment this instance became the owner. */
    private final Map<Integer, Instant> unmonitoredBase = new HashMap<>();

    private final Map<Integer, Instant> unmonitoredDue = new HashMap<>();

    /** When a record was noticed that names a fire in the future. */
    private final Map<Integer, Instant> implausibleSince = new HashMap<>();

    /** Fire times that came while the item was disabled; they are not owed when it is enabled again. */
    private final Map<Integer, Instant> skipped = new HashMap<>();

    private final Map<Integer, Instant> reportedMissed = new HashMap<>();

    public OwedFires(JobContext job) {
        this.job = job;
    }

    /** An epoch is in force in which this instance owns these items. */
    public void ownedNow(SortedSet<Integer> owned, Epoch epoch) {
        skipped.keySet().retainAll(owned);
        SortedSet<Integer> withoutRecords = epoch.monitorExecution() ? Collections.emptySortedSet() : owned;
        unmonitoredBase.keySet().retainAll(withoutRecords);
        unmonitoredDue.keySet().retainAll(withoutRecords);
        withoutRecords.forEach(
                item -> unmonitoredBase.putIfAbsent(item, job.clocks().now()));
    }

    /** Returns what is owed to an item. */
    public Owed of(int item, Epoch epoch) {
        Schedule schedule = job.schedule().orElseThrow();
        Instant now = job.clocks().now();
        boolean hasRecord = epoch.monitorExecution();
        RunRecord record = hasRecord ? record(item) : RunRecord.NONE;
        Optional<Instant> begun = hasRecord ? record.begun() : Optional.ofNullable(unmonitoredBase.get(item));
        Optional<Instant> due = hasRecord ? record.due() : Optional.ofNullable(unmonitoredDue.get(item));
        Instant since = epoch.since();
        Instant skip = skipped.get(item);
        since = skip != null && skip.isAfter(since) && !skip.isAfter(now) ? skip : since;
        return Owed.of(schedule, begun, due, since, now, job.config().isMisfire(), window());
    }

    /** Returns how late a fire that no instance could run is made up for. */
    private Duration window() {
        Duration twice = job.session().timeout().multipliedBy(2);
        Duration shortest = job.settings().catchUpWindow();
        return twice.compareTo(shortest) < 0 ? shortest : twice;
    }

    /**
     * Returns the record of an item, or, if it names fire times in the future, one that owes nothing from before that was
     * noticed. Otherwise the item would not run until then, or would run again for fires that it has completed. The next start
     * replaces the record.
     */
    public RunRecord record(int item) {
        RunRecord record = job.view().record(item);
        if (futureTime(record).isEmpty()) {
            return record;
        }
        Instant begun = record.begun()
                .filter(at -> !job.clocks().isImplausible(at))
                .orElseGet(
                        () -> implausibleSince.getOrDefault(item, job.clocks().now()));
        return record.owingNothingBefore(begun);
    }

    private Optional<Instant> futureTime(RunRecord record) {
        return record.begun()
                .filter(job.clocks()::isImplausible)
                .or(() -> record.due().filter(job.clocks()::isImplausible));
    }

    /** Reports a record that names a fire in the future, and remembers when it was noticed. */
    public void checkRecord(int item) {
        Optional<Instant> future = futureTime(job.view().record(item));
        if (future.isEmpty()) {
            implausibleSince.remove(item);
            return;
        }
        implausibleSince.computeIfAbsent(item, key -> job.clocks().now());
        job.reports()
                .report(
                        "record " + item,
                        "The run record of item " + item + " names a fire in the future, " + future.get()
                                + ". It is ignored, and replaced by the next run. Check the clocks of all machines");
    }

    /** Reports a missed fire, once. */
    public void reportMissed(int item, Instant at) {
        if (!at.equals(reportedMissed.put(item, at))) {
            job.effects()
                    .publish(new JobEvent.Missed(
                            job.jobName(),
                            job.effects().now(),
                            item,
                            at,
                            "no instance could run it for more than " + window().toSeconds() + " s"));
        }
    }

    /** A fire came while its item was disabled. */
    public void skip(int item, Instant at) {
        skipped.put(item, at);
    }

    /** Returns the latest fire that fell due while the job's code ran: not one that came before its end is recorded. */
    public Optional<Instant> fellDueDuring(LocalRun run) {
        Optional<Epoch> epoch = job.view().epoch();
        if (epoch.isEmpty()) {
            return Optional.empty();
        }
        Instant since = epoch.get().since();
        Instant base = record(run.item()).begun().filter(since::isBefore).orElse(since);
        Duration sinceEnd = job.effects().elapsed().minus(run.endedAt());
        return job.schedule().orElseThrow().latest(base, job.clocks().now().minus(sinceEnd));
    }

    // ---- without records ----

    /** A run without a record has started for this fire time. */
    public void unmonitoredBegun(int item, Instant at) {
        unmonitoredBase.put(item, at);
        unmonitoredDue.remove(item);
    }

    /** A run without a record has ended. */
    public void unmonitoredEnded(int item) {
        Instant base = unmonitoredBase.getOrDefault(item, Instant.MIN);
        job.schedule()
                .flatMap(schedule -> schedule.latest(base, job.clocks().now()))
                .ifPresent(due -> unmonitoredDue.put(item, due));
    }
}
