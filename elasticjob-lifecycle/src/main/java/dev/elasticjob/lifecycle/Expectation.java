package dev.elasticjob.lifecycle;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.TimeZones;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.OverdueJob;
import dev.elasticjob.lifecycle.view.OverdueJob.Reason;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;

/**
 * What a job should have begun by now, as its owners reckon: the latest cron instant that counts. It is looked for in the
 * records of its items.
 */
final class Expectation {

    /** An instant counts as overdue when it is longer ago: clocks differ, and a start takes its time. */
    static final Duration GRACE = Duration.ofSeconds(30);

    /** What is recorded as begun further in the future than this is void. */
    private static final Duration TOLERANCE = Duration.ofMinutes(1);

    private final JobOverview job;
    private final Epoch epoch;
    private final JobConfiguration configuration;
    private final CronExpression cron;
    private final ZoneId zone;
    private final Instant since;
    private final Instant now;

    private Expectation(
            JobOverview job, Epoch epoch, JobConfiguration configuration, Instant configuredAt, Instant now) {
        this.job = job;
        this.epoch = epoch;
        this.configuration = configuration;
        this.now = now;
        cron = CronExpression.parse(configuration.getCron());
        zone = zone(configuration);
        boolean sameSchedule =
                epoch.cron().equals(configuration.getCron()) && epoch.timeZone().equals(configuration.getTimeZone());
        since = sameSchedule || configuredAt.isBefore(epoch.since()) ? epoch.since() : configuredAt;
    }

    private static ZoneId zone(JobConfiguration configuration) {
        return configuration.getTimeZone().isEmpty()
                ? ZoneId.systemDefault()
                : TimeZones.parse(configuration.getTimeZone());
    }

    /** Whether the job is to run at instants at all, and nobody has told it not to. */
    static boolean isExpected(JobOverview job) {
        boolean scheduled = job.problem().isEmpty()
                && job.configuration().map(each -> !each.getCron().isEmpty()).orElse(false);
        boolean switchedOff = !job.servers().isEmpty() && !job.servers().containsValue(true);
        return scheduled && !switchedOff;
    }

    /** @return empty when the registry does not tell what the job has begun */
    static Optional<Expectation> of(JobOverview job, Optional<Epoch> epoch, Instant configuredAt, Instant now) {
        if (!isExpected(job)) {
            return Optional.empty();
        }
        JobConfiguration configuration = job.configuration().orElseThrow();
        return epoch.filter(each -> each.monitorExecution() && configuration.isMonitorExecution())
                .map(each -> new Expectation(job, each, configuration, configuredAt, now));
    }

    int total() {
        // While all servers were disabled nothing was owed, and the next epoch says from when on it is.
        return epoch.paused() ? 0 : epoch.total();
    }

    /** Whether an instant has come that no run was begun for. */
    boolean isLate(RunRecord record) {
        return latest(record).isPresent();
    }

    private Optional<Instant> latest(RunRecord record) {
        Instant base = base(record);
        Instant until = now.minus(GRACE);
        return base.isBefore(until) ? cron.latest(until, base, zone) : Optional.empty();
    }

    private Instant base(RunRecord record) {
        Instant base = begun(record).filter(since::isBefore).orElse(since);
        return configuration.isMisfire()
                ? base
                : record.due().filter(base::isBefore).orElse(base);
    }

    private Optional<Instant> begun(RunRecord record) {
        return record.begun().filter(each -> each.isBefore(now.plus(TOLERANCE)));
    }

    /** @param late the records of items that are late, and neither disabled nor running */
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
            Instant firstOfItem = cron.next(base(record), zone).orElse(due);
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
