package dev.elasticjob.cron;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares changes of the clocks with a simulation that applies the rules step by step. */
class CronZoneComparisonTest {

    private static final long SEED = Long.getLong("cron.random.seed", 20_111_230);

    private static final int ROUNDS = Integer.getInteger("cron.zone.rounds", 800);

    private static final List<String> ZONES =
            ZoneId.getAvailableZoneIds().stream().sorted().toList();

    private final Random random = new Random(SEED);

    private final RandomExpressions expressions = new RandomExpressions(random);

    @ParameterizedTest
    @CsvSource({
        "America/New_York, 2024-03-10T07:00:00Z",
        "America/New_York, 2024-11-03T06:00:00Z",
        "Europe/London, 2024-03-31T01:00:00Z",
        "Europe/Berlin, 2024-10-27T01:00:00Z",
        "Australia/Lord_Howe, 2024-04-06T15:00:00Z",
        "Australia/Lord_Howe, 2024-10-05T15:30:00Z",
        "America/Sao_Paulo, 2018-11-04T03:00:00Z",
        "America/Sao_Paulo, 2018-02-18T02:00:00Z",
        "Asia/Beirut, 2024-03-30T22:00:00Z",
        "Asia/Beirut, 2024-10-26T21:00:00Z",
        "Pacific/Apia, 2011-12-30T10:00:00Z",
        "Pacific/Kwajalein, 1993-08-21T12:00:00Z",
        "Asia/Pyongyang, 2018-05-04T15:00:00Z",
        "America/Caracas, 2007-12-09T07:00:00Z",
        "Antarctica/Troll, 2024-03-31T01:00:00Z",
        "Europe/Berlin, 2190-03-28T01:00:00Z"
    })
    void around_a_change_of_the_clocks_every_minute_is_as_the_rules_say(String zone, Instant change) {
        ZoneId id = ZoneId.of(zone);
        assertThat(id.getRules().previousTransition(change.plusSeconds(1)).getInstant())
                .isEqualTo(change);
        for (int i = 0; i < 40; i++) {
            compare(minuteExpression(id, change), id, change, Duration.ofHours(60), 60);
        }
    }

    @Test
    void around_any_change_in_any_zone_every_minute_is_as_the_rules_say() {
        int compared = 0;
        while (compared < ROUNDS) {
            ZoneId zone = anyZone();
            ZoneOffsetTransition change = anyChange(zone);
            if (change != null && isWholeMinutes(change) && isAlone(zone, change, Duration.ofHours(60))) {
                compare(
                        minuteExpression(zone, change.getInstant()),
                        zone,
                        change.getInstant(),
                        Duration.ofHours(60),
                        60);
                compared++;
            }
        }
    }

    @Test
    void around_any_change_in_any_zone_every_second_is_as_the_rules_say() {
        int compared = 0;
        while (compared < ROUNDS / 8) {
            ZoneId zone = anyZone();
            ZoneOffsetTransition change = anyChange(zone);
            if (change != null && change.getDuration().abs().compareTo(Duration.ofHours(3)) < 0) {
                compare(expressions.nextFrequent(), zone, change.getInstant(), Duration.ofHours(5), 1);
                compared++;
            }
        }
    }

    @Test
    void far_from_changes_a_zone_is_its_offset_and_nothing_else() {
        for (int i = 0; i < ROUNDS * 50; i++) {
            ZoneId zone = anyZone();
            ZoneRules rules = zone.getRules();
            CronExpression cron = CronExpression.parse(expressions.next());
            Instant after = anyInstant();
            Optional<Instant> found = cron.next(after, zone);
            LocalDateTime local = LocalDateTime.ofInstant(after, zone);
            Optional<Instant> asIfUtc = cron.next(local.toInstant(ZoneOffset.UTC), ZoneOffset.UTC);
            Optional<LocalDateTime> expected = asIfUtc.map(it -> LocalDateTime.ofInstant(it, ZoneOffset.UTC));
            boolean undisturbed = isFarFromChanges(rules, after)
                    && isFarFromChanges(
                            rules,
                            expected.map(it -> it.atZone(zone).toInstant()).orElse(after));
            if (undisturbed) {
                assertThat(found.map(it -> LocalDateTime.ofInstant(it, zone)))
                        .as("'%s' after %s in %s, seed %d", cron, after, zone, SEED)
                        .isEqualTo(expected);
            }
        }
    }

    @Test
    void next_strictly_increases_and_latest_is_its_mirror() {
        for (int i = 0; i < ROUNDS * 25; i++) {
            ZoneId zone = anyZone();
            CronExpression cron =
                    CronExpression.parse(random.nextBoolean() ? expressions.next() : expressions.nextFrequent());
            Instant start = anyInstant();
            Instant after = start;
            for (int k = 0; k < 5; k++) {
                Optional<Instant> found = cron.next(after, zone);
                String what = "'%s' after %s in %s, seed %d".formatted(cron, after, zone, SEED);
                if (found.isEmpty()) {
                    assertThat(cron.latest(Instant.MAX, after, zone)).as(what).isEmpty();
                    break;
                }
                Instant next = found.get();
                assertThat(next).as(what).isAfter(after);
                assertThat(cron.latest(next, start, zone)).as(what).contains(next);
                assertThat(cron.latest(next.plusNanos(1), next.minusNanos(1), zone))
                        .as(what)
                        .contains(next);
                assertThat(cron.latest(next.minusNanos(1), after, zone))
                        .as(what)
                        .isEmpty();
                after = next;
            }
        }
    }

    private void compare(String expression, ZoneId zone, Instant change, Duration around, int step) {
        CronExpression cron = CronExpression.parse(expression);
        long start = change.minus(around).getEpochSecond();
        long end = change.plus(around).getEpochSecond();
        List<Instant> expected = walk(CronParser.parse(expression), zone, start, end, step);
        String what = "'%s' in %s around %s, seed %d".formatted(expression, zone, change, SEED);

        List<Instant> actual = new ArrayList<>();
        Optional<Instant> found = cron.next(Instant.ofEpochSecond(start), zone);
        while (found.isPresent() && found.get().getEpochSecond() < end) {
            actual.add(found.get());
            found = cron.next(found.get(), zone);
        }
        assertThat(actual).as(what).isEqualTo(expected);

        TreeSet<Instant> fires = new TreeSet<>(expected);
        for (int i = 0; i < 50; i++) {
            Instant atOrBefore = Instant.ofEpochSecond(start + random.nextInt((int) (end - start)));
            Instant after = Instant.ofEpochSecond(start + random.nextInt((int) (end - start)));
            Optional<Instant> last =
                    Optional.ofNullable(fires.floor(atOrBefore)).filter(it -> it.isAfter(after));
            assertThat(cron.latest(atOrBefore, after, zone))
                    .as("latest until %s after %s: %s", atOrBefore, after, what)
                    .isEqualTo(last);
            assertThat(cron.next(after, zone).filter(it -> it.getEpochSecond() < end))
                    .as("next after %s: %s", after, what)
                    .isEqualTo(Optional.ofNullable(fires.higher(after)));
        }
    }

    /**
     * Simulates the rules: an interval fires whenever the clock shows one of its times. A fixed time fires when the clock first reaches
     * or passes it, so all times between the highest reading so far and the current one are due.
     */
    private static List<Instant> walk(CronFields fields, ZoneId zone, long start, long end, int step) {
        List<Instant> fires = new ArrayList<>();
        long highest =
                start + zone.getRules().getOffset(Instant.ofEpochSecond(start)).getTotalSeconds();
        for (long instant = start + step; instant < end; instant += step) {
            Instant now = Instant.ofEpochSecond(instant);
            long reading = instant + zone.getRules().getOffset(now).getTotalSeconds();
            boolean fire = matches(fields, fields.intervalHours(), reading);
            while (highest < reading) {
                highest += step;
                fire |= matches(fields, fields.fixedHours(), highest);
            }
            if (fire) {
                fires.add(now);
            }
        }
        return fires;
    }

    private static boolean matches(CronFields fields, int hours, long reading) {
        long second = reading % 60;
        long minute = reading / 60 % 60;
        long hour = reading / 3600 % 24;
        if ((fields.seconds() >>> second & fields.minutes() >>> minute & hours >>> hour & 1) == 0) {
            return false;
        }
        LocalDateTime local = LocalDateTime.ofEpochSecond(reading, 0, ZoneOffset.UTC);
        int firstWeekday = local.withDayOfMonth(1).getDayOfWeek().getValue() % 7 + 1;
        int days = fields.days().daysOf(firstWeekday, local.toLocalDate().lengthOfMonth());
        return (days >>> local.getDayOfMonth() & fields.months() >>> local.getMonthValue() & 1) != 0;
    }

    /** Returns an expression for all days, or for a few days including that of the change, so that its times are far from other ones. */
    private String minuteExpression(ZoneId zone, Instant change) {
        String[] parts = expressions.nextFrequent().split(" ");
        String days =
                switch (random.nextInt(4)) {
                    case 0 -> "? * MON-FRI";
                    case 1 -> LocalDateTime.ofInstant(change, zone).getDayOfMonth() + ",L * ?";
                    default -> "* * ?";
                };
        return "0 " + parts[1] + " " + parts[2] + " " + days;
    }

    private ZoneId anyZone() {
        return ZoneId.of(ZONES.get(random.nextInt(ZONES.size())));
    }

    private ZoneOffsetTransition anyChange(ZoneId zone) {
        return zone.getRules().nextTransition(anyInstant());
    }

    private static boolean isWholeMinutes(ZoneOffsetTransition change) {
        return change.getOffsetBefore().getTotalSeconds() % 60 == 0
                && change.getOffsetAfter().getTotalSeconds() % 60 == 0
                && change.toEpochSecond() % 60 == 0;
    }

    /** Returns whether there is no other change nearby: the simulation must know the highest reading so far. */
    private static boolean isAlone(ZoneId zone, ZoneOffsetTransition change, Duration around) {
        ZoneOffsetTransition before = zone.getRules().previousTransition(change.getInstant());
        return before == null
                || before.getInstant().isBefore(change.getInstant().minus(around.multipliedBy(2)));
    }

    private static boolean isFarFromChanges(ZoneRules rules, Instant instant) {
        ZoneOffsetTransition next = rules.nextTransition(instant.minus(Duration.ofDays(2)));
        return next == null || next.getInstant().isAfter(instant.plus(Duration.ofDays(2)));
    }

    private Instant anyInstant() {
        long from = Instant.parse("1970-01-10T00:00:00Z").getEpochSecond();
        long to = Instant.parse("2060-01-01T00:00:00Z").getEpochSecond();
        return Instant.ofEpochSecond(from + (long) (random.nextDouble() * (to - from)), random.nextInt(2) * 5);
    }
}
