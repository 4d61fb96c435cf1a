package dev.elasticjob.engine.view;

import dev.elasticjob.cron.CronExpression;
import dev.elasticjob.cron.TimeZones;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;

/** The fire times of a job; a one-off job has none. */
public final class Schedule {

    private final String cron;
    private final String timeZone;
    private final Optional<CronExpression> expression;
    private final ZoneId zone;

    private Schedule(String cron, String timeZone) {
        this.cron = cron;
        this.timeZone = timeZone;
        expression = cron.isEmpty() ? Optional.empty() : Optional.of(CronExpression.parse(cron));
        zone = timeZone.isEmpty() ? ZoneId.systemDefault() : TimeZones.parse(timeZone);
    }

    public static Schedule of(String cron, String timeZone) {
        return new Schedule(cron, timeZone);
    }

    public boolean is(String otherCron, String otherTimeZone) {
        return cron.equals(otherCron) && timeZone.equals(otherTimeZone);
    }

    public Optional<Instant> next(Instant after) {
        return expression.flatMap(each -> each.next(after, zone));
    }

    /** Returns the latest fire time that is later than {@code after} and not later than {@code now}. */
    public Optional<Instant> latest(Instant after, Instant now) {
        return after.isBefore(now) ? expression.flatMap(each -> each.latest(now, after, zone)) : Optional.empty();
    }
}
