package dev.elasticjob.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.text.ParseException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.TimeZone;
import org.junit.jupiter.api.Test;

/**
 * Compares expressions with Quartz, which defines their meaning except around changes of the clocks. {@code -Dcron.random.pairs=20000000}
 * compares more pairs of an expression and a time, {@code -Dcron.random.seed=7} compares different ones.
 */
class CronQuartzComparisonTest {

    private static final long PAIRS = Long.getLong("cron.random.pairs", 400_000);

    private static final long SEED = Long.getLong("cron.random.seed", 20_240_229);

    private static final int INSTANTS_PER_EXPRESSION = 10;

    private static final long FROM = Instant.parse("1969-06-01T00:00:00Z").toEpochMilli();

    private static final long TO = Instant.parse("2121-01-01T00:00:00Z").toEpochMilli();

    private final Random random = new Random(SEED);

    private final RandomExpressions expressions = new RandomExpressions(random);

    @Test
    void random_expressions_fire_when_quartz_fires_them() throws ParseException {
        long answers = 0;
        for (long pair = 0; pair < PAIRS; ) {
            String text = expressions.next();
            if (quartzLosesMomentsOf(text)) {
                continue;
            }
            CronExpression ours = CronExpression.parse(text);
            org.quartz.CronExpression theirs = quartz(text);
            Instant after = anyInstant();
            for (int i = 0; i < INSTANTS_PER_EXPRESSION; i++, pair++) {
                Optional<Instant> found = assertSame(text, ours, theirs, after);
                answers += found.isPresent() ? 1 : 0;
                // Usually continues at the result, to cover adjacent fire times, and sometimes a little later.
                after = found.map(it -> it.plusMillis(random.nextInt(3) == 0 ? random.nextInt(100_000_000) : 0))
                        .orElseGet(this::anyInstant);
            }
        }
        assertThat(answers).as("pairs that have an answer at all").isGreaterThan(PAIRS / 2);
    }

    /** Starts at the beginning of a month. Later in the month, or later on the day, Quartz omits days that W has moved. */
    @Test
    void asked_at_the_beginning_of_a_month_nearest_weekdays_are_those_of_quartz() throws ParseException {
        for (long pair = 0; pair < PAIRS / 8; ) {
            String day =
                    switch (random.nextInt(3)) {
                        case 0 -> 1 + random.nextInt(31) + "W";
                        case 1 -> "LW";
                        default -> "L-" + random.nextInt(31) + "W";
                    };
            String months = expressions.next().split(" ")[4];
            String text = "%d %d %d %s %s ?"
                    .formatted(random.nextInt(60), random.nextInt(60), 1 + random.nextInt(23), day, months);
            CronExpression ours = CronExpression.parse(text);
            org.quartz.CronExpression theirs = quartz(text);
            for (int i = 0; i < INSTANTS_PER_EXPRESSION; i++, pair++) {
                LocalDate first = LocalDate.of(1970 + random.nextInt(150), 1 + random.nextInt(12), 1);
                assertSame(text, ours, theirs, first.atStartOfDay().toInstant(ZoneOffset.UTC));
            }
        }
    }

    @Test
    void where_quartz_loses_moments_those_it_finds_are_found_here() throws ParseException {
        for (long pair = 0; pair < PAIRS / 8; ) {
            String text = expressions.next();
            if (!quartzLosesMomentsOf(text)) {
                continue;
            }
            CronExpression ours = CronExpression.parse(text);
            org.quartz.CronExpression theirs = quartz(text);
            Date after = Date.from(anyInstant());
            for (int i = 0; i < INSTANTS_PER_EXPRESSION && after != null; i++, pair++) {
                Date found = theirs.getNextValidTimeAfter(after);
                if (found != null) {
                    Optional<Instant> actual = ours.next(found.toInstant().minusSeconds(1), ZoneOffset.UTC);
                    if (!actual.equals(Optional.of(found.toInstant()))) {
                        fail("'%s' after %s: Quartz says %s, we do not (seed %d)", text, after, found, SEED);
                    }
                }
                after = found;
            }
        }
    }

    @Test
    void a_list_of_days_means_all_of_its_items_in_every_month() {
        for (int i = 0; i < 20_000; i++) {
            String[] fields = expressions.next().split(" ");
            String list = fields[3];
            if (!list.equals("?")) {
                DayRule rule = CronParser.parse("0 0 0 " + list + " * ?").days();
                for (int weekday = 1; weekday <= 7; weekday++) {
                    for (int length = 28; length <= 31; length++) {
                        int expected = 0;
                        for (String item : list.split(",")) {
                            DayRule alone =
                                    CronParser.parse("0 0 0 " + item + " * ?").days();
                            expected |= alone.daysOf(weekday, length);
                        }
                        assertThat(rule.daysOf(weekday, length)).as(list).isEqualTo(expected);
                    }
                }
            }
        }
    }

    private static Optional<Instant> assertSame(
            String text, CronExpression ours, org.quartz.CronExpression theirs, Instant after) {
        Optional<Instant> expected = Optional.ofNullable(theirs.getNextValidTimeAfter(Date.from(after)))
                .map(Date::toInstant);
        Optional<Instant> actual =
                ours.next(after, ZoneOffset.UTC).filter(CronQuartzComparisonTest::isWithinTheYearsOfQuartz);
        if (!expected.equals(actual)) {
            fail("'%s' after %s: Quartz says %s, we say %s (seed %d)", text, after, expected, actual, SEED);
        }
        return actual;
    }

    private static boolean isWithinTheYearsOfQuartz(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC).getYear() <= org.quartz.CronExpression.MAX_YEAR;
    }

    /** Returns whether Quartz skips fire times, see {@link CronExpression} on W, and on lists with L-n in February. */
    private static boolean quartzLosesMomentsOf(String text) {
        String days = text.split(" ")[3].toUpperCase(Locale.ROOT);
        return days.contains("W") || days.contains("L-") && days.contains(",");
    }

    private static org.quartz.CronExpression quartz(String text) throws ParseException {
        org.quartz.CronExpression result = new org.quartz.CronExpression(text);
        result.setTimeZone(TimeZone.getTimeZone("UTC"));
        return result;
    }

    private Instant anyInstant() {
        return Instant.ofEpochMilli(FROM + (long) (random.nextDouble() * (TO - FROM)));
    }
}
