package dev.elasticjob.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests changes of the clocks case by case. */
class CronZoneTest {

    private static final String NEW_YORK = "America/New_York";

    private static final String LORD_HOWE = "Australia/Lord_Howe";

    @Test
    void a_fixed_time_in_the_repeated_hour_runs_in_the_first_pass_only() {
        assertThat(fires("0 30 1 * * ?", NEW_YORK, "2024-11-02T12:00", "2024-11-04T12:00"))
                .containsExactly("2024-11-03T01:30-04:00", "2024-11-04T01:30-05:00");
    }

    @Test
    void several_times_within_a_named_hour_are_fixed_times_too() {
        assertThat(fires("0 0/30 1 * * ?", NEW_YORK, "2024-11-03T00:00", "2024-11-03T12:00"))
                .containsExactly("2024-11-03T01:00-04:00", "2024-11-03T01:30-04:00");
        assertThat(fires("0 0/30 2 * * ?", NEW_YORK, "2024-03-10T00:00", "2024-03-11T02:00"))
                .containsExactly("2024-03-10T03:00-04:00", "2024-03-11T02:00-04:00");
    }

    @Test
    void an_interval_goes_on_through_both_passes_of_the_repeated_hour() {
        assertThat(fires("0 0/30 * * * ?", NEW_YORK, "2024-11-03T00:30", "2024-11-03T02:00"))
                .containsExactly(
                        "2024-11-03T01:00-04:00",
                        "2024-11-03T01:30-04:00",
                        "2024-11-03T01:00-05:00",
                        "2024-11-03T01:30-05:00",
                        "2024-11-03T02:00-05:00");
        assertThat(fires("0 0 0-3 * * ?", NEW_YORK, "2024-11-03T00:30", "2024-11-03T12:00"))
                .containsExactly(
                        "2024-11-03T01:00-04:00",
                        "2024-11-03T01:00-05:00",
                        "2024-11-03T02:00-05:00",
                        "2024-11-03T03:00-05:00");
    }

    @Test
    void a_run_every_second_misses_no_second_when_clocks_change() {
        CronExpression everySecond = CronExpression.parse("* * * * * ?");
        Instant instant = Instant.parse("2024-11-03T05:59:00Z");
        for (int i = 0; i < 3_720; i++) {
            assertThat(everySecond.next(instant, ZoneId.of(NEW_YORK))).contains(instant.plusSeconds(1));
            instant = instant.plusSeconds(1);
        }
    }

    @Test
    void a_fixed_time_in_the_missing_hour_runs_at_the_first_moment_after_it() {
        assertThat(fires("0 30 2 * * ?", NEW_YORK, "2024-03-09T12:00", "2024-03-11T12:00"))
                .containsExactly("2024-03-10T03:00-04:00", "2024-03-11T02:30-04:00");
    }

    @Test
    void several_fixed_times_in_the_missing_hour_run_once_also_when_one_is_due_right_after_it() {
        assertThat(fires("0 0,15,30 2,3 * * ?", NEW_YORK, "2024-03-10T00:00", "2024-03-10T12:00"))
                .containsExactly("2024-03-10T03:00-04:00", "2024-03-10T03:15-04:00", "2024-03-10T03:30-04:00");
    }

    @Test
    void an_interval_does_not_make_up_for_the_missing_hour() {
        assertThat(fires("0 20/30 * * * ?", NEW_YORK, "2024-03-10T01:00", "2024-03-10T04:00"))
                .containsExactly(
                        "2024-03-10T01:20-05:00",
                        "2024-03-10T01:50-05:00",
                        "2024-03-10T03:20-04:00",
                        "2024-03-10T03:50-04:00");
        assertThat(fires("0 30 1-3 * * ?", NEW_YORK, "2024-03-10T00:00", "2024-03-10T12:00"))
                .containsExactly("2024-03-10T01:30-05:00", "2024-03-10T03:30-04:00");
    }

    @Test
    void each_item_of_the_hour_field_is_judged_by_itself() {
        assertThat(fires("0 30 2,5-6 * * ?", NEW_YORK, "2024-03-10T00:00", "2024-03-10T12:00"))
                .containsExactly("2024-03-10T03:00-04:00", "2024-03-10T05:30-04:00", "2024-03-10T06:30-04:00");
        assertThat(fires("0 30 1,0-1 * * ?", NEW_YORK, "2024-11-03T00:00", "2024-11-03T12:00"))
                .containsExactly("2024-11-03T00:30-04:00", "2024-11-03T01:30-04:00", "2024-11-03T01:30-05:00");
    }

    @Test
    void a_range_or_step_that_leaves_one_hour_is_a_fixed_time() {
        assertThat(fires("0 30 2-2 * * ?", NEW_YORK, "2024-03-10T00:00", "2024-03-10T12:00"))
                .containsExactly("2024-03-10T03:00-04:00");
        assertThat(fires("0 30 2/22 * * ?", NEW_YORK, "2024-03-10T00:00", "2024-03-10T12:00"))
                .containsExactly("2024-03-10T03:00-04:00");
    }

    @Test
    void a_day_that_begins_after_midnight_has_its_midnight_run_at_its_first_moment() {
        assertThat(fires("0 0 0 * * ?", "America/Sao_Paulo", "2018-11-03T12:00", "2018-11-05T12:00"))
                .containsExactly("2018-11-04T01:00-02:00", "2018-11-05T00:00-02:00");
        assertThat(fires("0 0 0 * * ?", "Asia/Beirut", "2024-03-30T12:00", "2024-04-01T12:00"))
                .containsExactly("2024-03-31T01:00+03:00", "2024-04-01T00:00+03:00");
    }

    @Test
    void a_day_that_ends_twice_has_its_last_hour_run_once_and_its_midnight_when_it_really_ends() {
        assertThat(fires("0 30 0,23 * * ?", "America/Sao_Paulo", "2018-02-17T12:00", "2018-02-18T12:00"))
                .containsExactly("2018-02-17T23:30-02:00", "2018-02-18T00:30-03:00");
    }

    @Test
    void a_day_that_is_left_out_has_its_run_at_the_first_moment_of_the_next_day() {
        assertThat(fires("0 0 9 * * ?", "Pacific/Apia", "2011-12-29T00:00", "2012-01-01T00:00"))
                .containsExactly("2011-12-29T09:00-10:00", "2011-12-31T00:00+14:00", "2011-12-31T09:00+14:00");
        assertThat(fires("0 0 9 30 12 ?", "Pacific/Apia", "2011-01-01T00:00", "2013-01-01T00:00"))
                .containsExactly("2011-12-31T00:00+14:00", "2012-12-30T09:00+14:00");
        assertThat(fires("0 0 */12 * * ?", "Pacific/Apia", "2011-12-29T00:00", "2011-12-31T12:00"))
                .containsExactly("2011-12-29T12:00-10:00", "2011-12-31T00:00+14:00", "2011-12-31T12:00+14:00");
    }

    @Test
    void clocks_that_change_by_half_an_hour_are_followed_as_well() {
        assertThat(fires("0 15 2 * * ?", LORD_HOWE, "2024-10-05T12:00", "2024-10-07T12:00"))
                .containsExactly("2024-10-06T02:30+11:00", "2024-10-07T02:15+11:00");
        assertThat(fires("0 45 1 * * ?", LORD_HOWE, "2024-04-06T12:00", "2024-04-08T12:00"))
                .containsExactly("2024-04-07T01:45+11:00", "2024-04-08T01:45+10:30");
        assertThat(fires("0 0/15 * * * ?", LORD_HOWE, "2024-04-07T01:15", "2024-04-07T02:00"))
                .containsExactly(
                        "2024-04-07T01:30+11:00",
                        "2024-04-07T01:45+11:00",
                        "2024-04-07T01:30+10:30",
                        "2024-04-07T01:45+10:30",
                        "2024-04-07T02:00+10:30");
    }

    @Test
    void a_fixed_offset_never_changes() {
        assertThat(fires("0 30 2 * * ?", "GMT+08:00", "2024-03-09T12:00", "2024-03-11T12:00"))
                .containsExactly("2024-03-10T02:30+08:00", "2024-03-11T02:30+08:00");
    }

    @Test
    void the_latest_moment_is_found_across_months_and_changes_of_the_clocks() {
        ZoneId zone = ZoneId.of(NEW_YORK);
        CronExpression everySecond = CronExpression.parse("* * * * * ?");
        Instant now = Instant.parse("2024-11-03T06:30:00Z");
        assertThat(everySecond.latest(now, now.minusSeconds(20_000_000), zone)).contains(now);

        CronExpression missingHour = CronExpression.parse("0 30 2 10 3 ?");
        Instant firstMomentAfter = Instant.parse("2024-03-10T07:00:00Z");
        assertThat(missingHour.latest(now, Instant.EPOCH, zone)).contains(firstMomentAfter);
        assertThat(missingHour.latest(firstMomentAfter, Instant.EPOCH, zone)).contains(firstMomentAfter);
        assertThat(missingHour.latest(now, firstMomentAfter, zone)).isEmpty();

        CronExpression repeatedHour = CronExpression.parse("0 30 1 3 11 ?");
        assertThat(repeatedHour.latest(Instant.parse("2024-11-03T06:45:00Z"), Instant.EPOCH, zone))
                .contains(Instant.parse("2024-11-03T05:30:00Z"));
    }

    @Test
    void the_latest_moment_in_the_second_pass_may_be_one_of_the_first_pass_that_shows_a_later_time() {
        ZoneId zone = ZoneId.of(NEW_YORK);
        CronExpression yearly = CronExpression.parse("0 30 1-2 3 11 ?");
        assertThat(yearly.latest(Instant.parse("2024-11-03T06:10:00Z"), Instant.EPOCH, zone))
                .contains(Instant.parse("2024-11-03T05:30:00Z"));
    }

    /** Returns the fire times after a local time up to and including another, as local times with their offset. */
    private static List<String> fires(String expression, String zone, String after, String until) {
        CronExpression cron = CronExpression.parse(expression);
        ZoneId id = ZoneId.of(zone);
        Instant end = LocalDateTime.parse(until).atZone(id).toInstant();
        List<String> result = new ArrayList<>();
        Optional<Instant> next = cron.next(LocalDateTime.parse(after).atZone(id).toInstant(), id);
        while (next.isPresent() && !next.get().isAfter(end)) {
            result.add(OffsetDateTime.ofInstant(next.get(), id).toString());
            next = cron.next(next.get(), id);
        }
        return result;
    }
}
