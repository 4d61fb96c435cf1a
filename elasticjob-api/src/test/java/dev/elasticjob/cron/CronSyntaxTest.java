package dev.elasticjob.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.text.ParseException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TimeZone;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CronSyntaxTest {

    private static final Instant NEW_YEAR = Instant.parse("2024-01-01T00:00:00Z");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    L          | *     | ?     | 01-31 02-29 03-31 04-30
                    l          | *     | ?     | 01-31 02-29 03-31 04-30
                    L-3        | *     | ?     | 01-28 02-26 03-28 04-27
                    L-30       | *     | ?     | 01-01 03-01 05-01 07-01
                    LW         | *     | ?     | 01-31 02-29 03-29 04-30
                    L-3W       | *     | ?     | 01-29 02-26 03-28 04-26
                    15W        | 6-9   | ?     | 06-14 07-15 08-15 09-16
                    1W         | 6-9   | ?     | 06-03 07-01 08-01 09-02
                    31W        | *     | ?     | 01-31 03-29 05-31 07-31
                    1W,15W     | 6,7   | ?     | 06-03 06-14 07-01 07-15
                    15,L       | *     | ?     | 01-15 01-31 02-15 02-29
                    L,LW       | 6     | ?     | 06-28 06-30
                    15,15W     | 6     | ?     | 06-14 06-15
                    L-24,6     | 2     | ?     | 02-05 02-06
                    29-2       | *     | ?     | 01-01 01-02 01-29 01-30
                    29-3/2     | *     | ?     | 01-02 01-29 01-31 02-02
                    1/10       | *     | ?     | 01-01 01-11 01-21 01-31
                    */10       | *     | ?     | 01-01 01-11 01-21 01-31
                    ?          | *     | L     | 01-06 01-13 01-20 01-27
                    ?          | *     | 6L    | 01-26 02-23 03-29 04-26
                    ?          | *     | friL  | 01-26 02-23 03-29 04-26
                    ?          | *     | 6#3   | 01-19 02-16 03-15 04-19
                    ?          | *     | FRI#3 | 01-19 02-16 03-15 04-19
                    ?          | *     | FRI#5 | 03-29 05-31 08-30 11-29
                    ?          | *     | FRI-MON | 01-01 01-05 01-06 01-07
                    ?          | *     | 2-6/2 | 01-01 01-03 01-05 01-08
                    ?          | *     | SUN   | 01-07 01-14 01-21 01-28
                    1          | JAN-MAR,nov | ? | 01-01 02-01 03-01 11-01
                    1          | 11-2  | ?     | 01-01 02-01 11-01 12-01
                    1          | NOV-FEB | ?   | 01-01 02-01 11-01 12-01
                    29         | 2     | ?     | 02-29
                    31         | 2     | ?     | ''
                    """)
    void days_are_those_of_the_calendar(String dayOfMonth, String month, String dayOfWeek, String expected) {
        CronExpression cron = CronExpression.parse("0 0 0 " + dayOfMonth + " " + month + " " + dayOfWeek + " 2024");
        assertThat(fires(cron, NEW_YEAR.minusSeconds(1), 4).stream()
                        .map(it -> LocalDate.ofInstant(it, ZoneOffset.UTC)
                                .toString()
                                .substring(5))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    0 0 22-2 * * ?       | 00:00:00 01:00:00 02:00:00 22:00:00 23:00:00
                    0 0 22-2/2 * * ?     | 00:00:00 02:00:00 22:00:00 00:00:00 02:00:00
                    55-5/3 0 0 * * ?     | 00:00:01 00:00:04 00:00:55 00:00:58 00:00:01
                    0 0/30 9 * * ?       | 09:00:00 09:30:00 09:00:00 09:30:00 09:00:00
                    0 /25 9 * * ?        | 09:00:00 09:25:00 09:50:00 09:00:00 09:25:00
                    */20,3 0 0 * * ?     | 00:00:00 00:00:03 00:00:20 00:00:40 00:00:00
                    5,* 0 0 * * ?        | 00:00:00 00:00:01 00:00:02 00:00:03 00:00:04
                    007 008 009 * * ?    | 09:08:07 09:08:07 09:08:07 09:08:07 09:08:07
                    """)
    void times_are_those_of_the_clock(String expression, String expected) {
        assertThat(fires(CronExpression.parse(expression), NEW_YEAR.minusSeconds(1), 5).stream()
                        .map(it -> it.toString().substring(11, 19))
                        .collect(Collectors.joining(" ")))
                .isEqualTo(expected);
    }

    @Test
    void the_next_moment_is_strictly_later_even_by_less_than_a_second() {
        CronExpression everySecond = CronExpression.parse("* * * * * ?");
        assertThat(everySecond.next(NEW_YEAR, ZoneOffset.UTC)).contains(NEW_YEAR.plusSeconds(1));
        assertThat(everySecond.next(NEW_YEAR.minusNanos(1), ZoneOffset.UTC)).contains(NEW_YEAR);
        assertThat(everySecond.next(NEW_YEAR.plusNanos(1), ZoneOffset.UTC)).contains(NEW_YEAR.plusSeconds(1));
    }

    @Test
    void an_impossible_date_never_fires() {
        CronExpression never = CronExpression.parse("0 0 0 31 2,4,6,9,11 ?");
        assertThat(never.next(NEW_YEAR, ZoneOffset.UTC)).isEmpty();
        assertThat(never.latest(Instant.MAX, Instant.MIN, ZoneOffset.UTC)).isEmpty();
    }

    @Test
    void years_begin_with_1970_and_end_with_2199() {
        CronExpression yearly = CronExpression.parse("0 0 0 1 1 ?");
        assertThat(yearly.next(Instant.MIN, ZoneOffset.UTC)).contains(Instant.EPOCH);
        assertThat(yearly.next(Instant.parse("2198-07-01T00:00:00Z"), ZoneOffset.UTC))
                .contains(Instant.parse("2199-01-01T00:00:00Z"));
        assertThat(yearly.next(Instant.parse("2199-07-01T00:00:00Z"), ZoneOffset.UTC))
                .isEmpty();
        assertThat(yearly.next(Instant.MAX, ZoneOffset.UTC)).isEmpty();
        assertThat(yearly.latest(Instant.MAX, Instant.MIN, ZoneOffset.UTC))
                .contains(Instant.parse("2199-01-01T00:00:00Z"));
        assertThat(yearly.latest(Instant.EPOCH, Instant.MIN, ZoneOffset.UTC)).contains(Instant.EPOCH);
        assertThat(yearly.latest(Instant.EPOCH.minusNanos(1), Instant.MIN, ZoneOffset.UTC))
                .isEmpty();
    }

    @Test
    void there_is_no_latest_moment_in_an_interval_that_is_empty_or_reversed() {
        CronExpression everySecond = CronExpression.parse("* * * * * ?");
        assertThat(everySecond.latest(NEW_YEAR, NEW_YEAR, ZoneOffset.UTC)).isEmpty();
        assertThat(everySecond.latest(NEW_YEAR, NEW_YEAR.plusSeconds(5), ZoneOffset.UTC))
                .isEmpty();
    }

    @Test
    void whitespace_between_fields_makes_no_difference() {
        CronExpression spaced = CronExpression.parse(" \t0  0/5 *\n* *   ? \r\n");
        assertThat(spaced).hasToString("0 0/5 * * * ?");
        assertThat(spaced)
                .isEqualTo(CronExpression.parse("0 0/5 * * * ?"))
                .hasSameHashCodeAs(CronExpression.parse("0 0/5 * * * ?"))
                .isNotEqualTo(CronExpression.parse("0 0/6 * * * ?"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    ""                    | 0  | it ends after 0 fields; write 6 or 7
                    0 0 0 * *             | 9  | it ends after 5 fields; write 6 or 7
                    0 0 0 * * ? * 5       | 14 | 8 fields are too many
                    0 0 0, 1 * * ? *      | 15 | 8 fields are too many
                    60 0 0 * * ?          | 0  | '60' in seconds is out of range; seconds may hold 0-59
                    0 60 0 * * ?          | 2  | '60' in minutes is out of range; minutes may hold 0-59
                    0 0 9-24 * * ?        | 6  | '24' in hours is out of range; hours may hold 0-23
                    0 0 0 0 * ?           | 6  | '0' in day-of-month is out of range; day-of-month may hold 1-31
                    0 0 0 1 13 ?          | 8  | '13' in month is out of range; month may hold 1-12 or JAN-DEC
                    0 0 0 ? * 8           | 10 | '8' in day-of-week is out of range; day-of-week may hold 1-7 or SUN-SAT
                    0 0 0 * * ? 2200      | 12 | '2200' in year is out of range; year may hold 1970-2199
                    0 0 0 * * ? 2030-2029 | 17 | '2029' in year is before the year the range starts with
                    99999999999 0 0 * * ? | 0  | '99999999999' in seconds is out of range
                    0 X 0 * * ?           | 2  | 'X' in minutes is not a number
                    0 0 0 1 FOO ?         | 8  | 'FOO' in month is neither a number nor a name
                    0 0 0 ? * MO          | 10 | 'MO' in day-of-week is neither a number nor a name
                    L 0 0 * * ?           | 0  | 'L' in seconds is not a number
                    0 0 0 W * ?           | 6  | 'W' in day-of-month is not a number
                    -1 0 0 * * ?          | 0  | '-' in seconds cannot stand here
                    1- 0 0 * * ?          | 2  | seconds ends where a value should follow
                    1-X 0 0 * * ?         | 2  | 'X' in seconds is not a number
                    */ 0 0 * * ?          | 1  | '/' in seconds must be followed by a number
                    5/X 0 0 * * ?         | 1  | '/' in seconds must be followed by a number
                    */60 0 0 * * ?        | 2  | '60' in seconds is no possible step; a step is 1 to 59 here
                    0 0 0/24 * * ?        | 6  | '24' in hours is no possible step; a step is 1 to 23 here
                    0 0 0 1 * MON         | 10 | only one of the two can decide; write '?' in the other
                    0 0 0 * * *           | 10 | only one of the two can decide; write '?' in the other
                    0 0 0 ? * ?           | 10 | '?' stands in both day-of-month and day-of-week; write '*' in one
                    ? 0 0 * * ?           | 0  | '?' in seconds may only be the whole of day-of-month or of day-of-week
                    0 0 0 ? * MON-6       | 10 | 'MON-6' in day-of-week mixes a name and a number
                    0 0 0 ? * 2-FRI       | 10 | '2-FRI' in day-of-week mixes a name and a number
                    0 0 0 L-31 * ?        | 8  | '31' in day-of-month is too far before the last day
                    0 0 0 L- * ?          | 7  | '-' in day-of-month must be followed by a number of days
                    0 0 0 LX * ?          | 7  | 'X' in day-of-month cannot follow 'L'
                    0 0 0 5L * ?          | 7  | 'L' in day-of-month cannot follow '5'
                    0 0 0 ? * 6#6         | 11 | '#6' in day-of-week names no day of a month; write #1 to #5
                    0 0 0 ? * 6#          | 11 | '#' in day-of-week names no day of a month
                    0 0 0 ? * 6#3,2#1     | 14 | '2#1' in day-of-week cannot be part of a list
                    0 0 0 ? * 2,6L        | 12 | '6L' in day-of-week cannot be part of a list
                    0 0 0 ? * #3          | 10 | '#' in day-of-week cannot stand here
                    """)
    void an_error_says_where_it_is_what_is_wrong_and_what_is_allowed(String text, int position, String message) {
        assertThatThrownBy(() -> CronExpression.parse(text))
                .isInstanceOfSatisfying(CronSyntaxException.class, e -> {
                    assertThat(e.position()).isEqualTo(position);
                    assertThat(e.expression()).isEqualTo(text);
                })
                .hasMessageContaining("'" + text + "', at position " + position + ": ")
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
                    0 0 0 ? * MONDAY      | 13 | 'DAY' in day-of-week cannot follow 'MON'
                    0 0 0 1 JANUARY ?     | 11 | 'UARY' in month cannot follow 'JAN'
                    1X 0 0 * * ?          | 1  | 'X' in seconds cannot follow '1'
                    *5 0 0 * * ?          | 1  | '5' in seconds cannot follow '*'
                    1-5-7 0 0 * * ?       | 3  | '-7' in seconds cannot follow '1-5'
                    0 0 0 1-5W * ?        | 9  | 'W' in day-of-month cannot follow '1-5'
                    0 0 0 15W/2 * ?       | 9  | '/2' in day-of-month cannot follow '15W'
                    0 0 0 5C * ?          | 7  | 'C' in day-of-month cannot follow '5'
                    0 0 0 ? * 6LX         | 12 | 'X' in day-of-week cannot follow '6L'
                    0 0 0 ? * 2-4L        | 13 | 'L' in day-of-week cannot follow '2-4'
                    0 0 0 ? * L-3         | 11 | '-3' in day-of-week cannot follow 'L'
                    0 0 0 ? * LW          | 11 | 'W' in day-of-week cannot follow 'L'
                    0 0 0 ?5 * MON        | 6  | '?' in day-of-month cannot be part of a list or range
                    0 0 0 15,? * MON      | 9  | '?' in day-of-month cannot be part of a list or range
                    0 0 0 ? * MON-FRI/2   | 17 | '/' in day-of-week cannot follow a name; write numbers, 2-6/n
                    0 0 0 1 JAN/3 ?       | 11 | '/' in month cannot follow a name; write numbers, 1/n
                    0 0 0 ? * MON,FRI#3   | 14 | 'FRI#3' in day-of-week cannot be part of a list
                    0/0 0 0 * * ?         | 2  | '0' in seconds is no possible step; a step is 1 to 59 here
                    5-10/60 0 0 * * ?     | 5  | '60' in seconds is no possible step; a step is 1 to 59 here
                    1,,2 0 0 * * ?        | 2  | ',' in seconds has nothing before it
                    ,1 0 0 * * ?          | 0  | ',' in seconds has nothing before it
                    1, 0 0 * * ?          | 1  | ',' in seconds has nothing after it
                    0 0 0 0W * ?          | 6  | '0' in day-of-month is out of range
                    0 0 0 ? * 0#2         | 10 | '0' in day-of-week is out of range
                    0 0 0 ? * 8#2         | 10 | '8' in day-of-week is out of range
                    0 0 0 1 1 ? 1969      | 12 | '1969' in year is out of range
                    0 0 0 1 1 ? 24        | 12 | '24' in year is out of range
                    0 0 0 1 1 ? 2300      | 12 | '2300' in year is out of range
                    0 0 0 1 1 ? L         | 12 | 'L' in year is not a number
                    0 0 0 1 1 ? */500     | 14 | '500' in year is no possible step; a step is 1 to 229 here
                    """)
    void what_quartz_accepts_without_meaning_it_is_rejected(String text, int position, String message) {
        assertThatCode(() -> new org.quartz.CronExpression(text)).doesNotThrowAnyException();
        an_error_says_where_it_is_what_is_wrong_and_what_is_allowed(text, position, message);
    }

    @Test
    void line_breaks_separate_fields_although_quartz_does_not_know_them() {
        String text = "0\n0\n0\n*\n*\r\n?";
        assertThat(catchThrowable(() -> new org.quartz.CronExpression(text))).isNotNull();
        assertThat(CronExpression.parse(text)).hasToString("0 0 0 * * ?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    * * * 21W 9 ?      | 1997-09-22T00:00:00Z | 1997-09-22T00:00:01Z
                    0 0 12 4W * ?      | 1973-11-05T00:00:00Z | 1973-11-05T12:00:00Z
                    0 30 * LW * ?      | 2039-01-23T07:06:57Z | 2039-01-31T00:30:00Z
                    0 0 12 L-23,6 2 ?  | 2027-01-01T00:00:00Z | 2027-02-05T12:00:00Z
                    """)
    void moments_that_quartz_loses_are_found(String text, Instant after, Instant expected) throws ParseException {
        org.quartz.CronExpression quartz = new org.quartz.CronExpression(text);
        quartz.setTimeZone(TimeZone.getTimeZone("UTC"));
        assertThat(quartz.getNextValidTimeAfter(Date.from(after))).isAfter(expected);
        assertThat(CronExpression.parse(text).next(after, ZoneOffset.UTC)).contains(expected);
    }

    @Test
    void null_is_a_mistake_of_the_caller() {
        assertThatNullPointerException().isThrownBy(() -> CronExpression.parse(null));
    }

    @Test
    void any_text_is_an_expression_or_an_error_with_a_place_in_it() {
        Random random = new Random(42);
        RandomExpressions expressions = new RandomExpressions(random);
        String alphabet = "0123456789*/,-?LW#lw MONFRIjan\t\nxäＬ１\0%";
        int parsed = 0;
        for (int i = 0; i < 60_000; i++) {
            StringBuilder text = new StringBuilder(i % 4 == 0 ? "" : expressions.next());
            int edits = i % 4 == 0 ? 20 : random.nextInt(4);
            for (int k = 0; k < edits; k++) {
                String c = String.valueOf(alphabet.charAt(random.nextInt(alphabet.length())));
                int at = random.nextInt(text.length() + 1);
                text.replace(at, Math.min(text.length(), at + random.nextInt(2)), c);
            }
            try {
                CronExpression cron = CronExpression.parse(text.toString());
                parsed++;
                assertThat(CronExpression.parse(cron.toString())).isEqualTo(cron);
                assertThat(cron.explain()).isNotBlank();
                Optional<Instant> next = cron.next(NEW_YEAR, ZoneOffset.UTC);
                assertThat(next.orElse(Instant.MAX)).isAfter(NEW_YEAR);
            } catch (CronSyntaxException e) {
                assertThat(e.position()).as(e.getMessage()).isBetween(0, text.length());
                assertThat(e.expression()).isEqualTo(text.toString());
            }
        }
        assertThat(parsed).isBetween(5_000, 55_000);
    }

    private static List<Instant> fires(CronExpression cron, Instant after, int count) {
        List<Instant> result = new ArrayList<>();
        Optional<Instant> next = cron.next(after, ZoneOffset.UTC);
        while (next.isPresent() && result.size() < count) {
            result.add(next.get());
            next = cron.next(next.get(), ZoneOffset.UTC);
        }
        return result;
    }
}
