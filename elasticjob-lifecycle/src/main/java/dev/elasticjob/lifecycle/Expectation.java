package dev.elasticjob.lifecycle;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.items.Owed;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.Schedule;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.OverdueJob;
import dev.elasticjob.lifecycle.view.OverdueJob.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/** The fires that a job should have started by now: what its items' run records leave owed, by the rule of their owners. */
final class Expectation {

    /** A fire is overdue only after this period: clocks differ, and starting a run takes time. */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** No fire is too late to be overdue, even if its owner would report it as missed. */
    private static final Duration HOWEVER_LATE = Duration.ofDays(1_000_000);

    /** A recorded start that is further in the future than this is ignored. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final JobOverview job;
    private final Epoch epoch;
    private final JobConfiguration configuration;
    private final Schedule schedule;
    private final Instant since;
    private final Instant now;
    private final Instant until;

    private Expectation(
            JobOverview job, Epoch epoch, JobConfiguration configuration, Instant configuredAt, Instant now) {
        this.job = job;
        this.epoch = epoch;
        this.configuration = configuration;
        this.now = now;
        until = now.minus(GRACE);
        schedule = Schedule.of(configuration.getCron(), configuration.getTimeZone());
        boolean sameSchedule =
                epoch.cron().equals(configuration.getCron()) && epoch.timeZone().equals(configuration.getTimeZone());
        since = sameSchedule || configuredAt.isBefore(epoch.since()) ? epoch.since() : configuredAt;
    }

    /** Returns whether the job has a cron expression and a valid configuration, and not all of its servers are disabled. */
    static boolean isExpected(JobOverview job) {
        boolean scheduled = job.problem().isEmpty()
                && job.configuration().map(each -> !each.getCron().isEmpty()).orElse(false);
        boolean switchedOff = !job.servers().isEmpty() && !job.servers().containsValue(true);
        return scheduled && !switchedOff;
    }

    /** @return the expectation, or empty if the registry does not record which fires the job has started */
    static Optional<Expectation> of(JobOverview job, Optional<Epoch> epoch, Instant configuredAt, Instant now) {
        if (!isExpected(job)) {
            return Optional.empty();
        }
        JobConfiguration configuration = job.configuration().orElseThrow();
        return epoch.filter(each -> each.monitorExecution() && configuration.isMonitorExecution())
                .map(each -> new Expectation(job, each, configuration, configuredAt, now));
    }

    int total() {
        // Nothing was owed while all servers were disabled. The next epoch records when fires are owed again.
        return epoch.paused() ? 0 : epoch.total();
    }

    /** Returns whether a fire is overdue for which no run was started. */
    boolean isLate(RunRecord record) {
        return latest(record).isPresent();
    }

    private Optional<Instant> latest(RunRecord record) {
        return Owed.of(schedule, begun(record), record.due(), since, until, configuration.isMisfire(), HOWEVER_LATE)
                .fireTime();
    }

    private Instant base(RunRecord record) {
        return Owed.base(begun(record), record.due(), since, until, configuration.isMisfire());
    }

    private Optional<Instant> begun(RunRecord record) {
        return record.begun().filter(each -> each.isBefore(now.plus(TOLERANCE)));
    }

    /** @param late run records of the overdue items that are neither disabled nor running */
    Optional<OverdueJob> overdue(SortedMap<Integer, RunRecord> late) {
        if (late.isEmpty()) {
            return Optional.empty();
        }
        Instant first = Instant.MAX;
        Instant latest = Instant.MIN;
        Optional<Instant> begun = Optional.of(Instant.MAX);
        for (RunRecord record : late.values()) {
            Instant due = latest(record).orElseThrow();
            latest = due.isAfter(latest) ? due : latest;
            Instant firstOfItem = schedule.next(base(record)).orElse(due);
            first = firstOfItem.isBefore(first) ? firstOfItem : first;
            Optional<Instant> begunByItem = begun(record);
            begun = begun.flatMap(known -> begunByItem.map(each -> each.isBefore(known) ? each : known));
        }
        List<Integer> items =
                late.keySet().stream().limit(OverdueJob.MOST_ITEMS_NAMED).toList();
        return Optional.of(new OverdueJob(
                job.jobName(), reason(late.keySet()), first, latest, begun, late.size(), items, epoch.total()));
    }

    private Reason reason(Set<Integer> items) {
        if (job.instances().isEmpty()) {
            return Reason.NO_INSTANCE;
        }
        if (!epoch.open()) {
            return Reason.ITEMS_BEING_CHANGED;
        }
        Set<String> there = new HashSet<>(job.instances());
        return items.stream()
                        .allMatch(item ->
                                epoch.owner(item).filter(there::contains).isPresent())
                ? Reason.NOT_BEGUN
                : Reason.NO_OWNER;
    }
}
