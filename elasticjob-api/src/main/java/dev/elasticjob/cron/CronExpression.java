package dev.elasticjob.cron;

import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.Optional;

/**
 * A cron expression in the syntax of Quartz: {@code seconds minutes hours day-of-month month day-of-week [year]}.
 *
 * <h2>Syntax</h2>
 *
 * <ul>
 *   <li>Every field: {@code *}, values, lists {@code a,b}, ranges {@code a-b} (which may wrap, {@code 22-2}, {@code FRI-MON}; not in
 *       years), steps {@code *}{@code /n}, {@code /n}, {@code a/n}, {@code a-b/n}.
 *   <li>Names {@code JAN}-{@code DEC} and {@code SUN}-{@code SAT} in upper or lower case; {@code SUN} is 1. Years are 1970-2199.
 *   <li>Day of month also: {@code L}, {@code L-3}, {@code LW}, {@code L-3W}, {@code 15W}, each also in lists.
 *   <li>Day of week also, but not in lists: {@code L} (Saturday), {@code 6L} or {@code FRIL}, {@code 6#3} or {@code FRI#3}.
 *   <li>Exactly one of the two day fields is {@code ?}.
 * </ul>
 *
 * <h2>Changes of the clocks</h2>
 *
 * <p>Each item of the hour field is evaluated separately. An item for a single hour ({@code 2}, each of {@code 2,14}) defines <em>fixed
 * times</em>; an item for several hours ({@code *}, {@code 9-17}, {@code 0/2}) defines an <em>interval</em>. Minutes and seconds make no
 * difference: {@code 0 0/30 1 * * ?} defines the fixed times 01:00 and 01:30.
 *
 * <ul>
 *   <li>A fixed time fires once, when the clock first reaches it. In a repeated hour it fires in the first pass only. A time in a
 *       skipped hour (or day) fires at the first moment after it. Several such times, or one that coincides with a regular fire at that
 *       moment, result in one fire.
 *   <li>An interval fires whenever the clock shows one of its times: in both passes of a repeated hour, and not at skipped times.
 * </ul>
 *
 * <h2>Differences from Quartz 2.5</h2>
 *
 * <p>Except around changes of the clocks, both fire at the same times, with the following exceptions. Quartz accepts some texts but does
 * not apply them as written; here they are rejected:
 *
 * <ul>
 *   <li>characters after a complete item, which Quartz ignores: {@code MONDAY}, {@code 1X}, {@code *5}, {@code 1-5-7}, {@code 1-5W},
 *       {@code 15W/2}, {@code 6LX}, {@code 2-4L}, {@code ?5}, and in day-of-week {@code L-3}, {@code LW};
 *   <li>a step after names, which Quartz ignores: {@code MON-FRI/2}, {@code JAN/3} (write {@code 2-6/2}, {@code 1/3});
 *   <li>{@code #} within a list, whose number Quartz reads as another day: {@code MON,FRI#3};
 *   <li>{@code ?} within a list: {@code 15,?};
 *   <li>a step of 0, and after a range a step larger than the field: {@code 0/0}, {@code 5-10/60};
 *   <li>empty items of lists: {@code 1,,2}, {@code 1,};
 *   <li>values outside their field that never fire or fire on another day: {@code 0W}, {@code 0#2}, {@code 8#2}, years before 1970 or
 *       after 2199, {@code L} as the year, and year steps above 229.
 * </ul>
 *
 * <p>Quartz skips some fire times of the following expressions; here none is skipped:
 *
 * <ul>
 *   <li>{@code W}: Quartz skips times of a moved weekday, or its early hours, depending on the day of the month and the time of day at
 *       which the search starts;
 *   <li>{@code L-n} in a list with a day that comes one or two days later, in February: {@code L-23,6}.
 * </ul>
 *
 * <p>Unlike in Quartz, any white space separates fields, including line breaks, and years end with 2199 instead of a hundred years from
 * now.
 *
 * <p>Immutable and thread-safe. Two expressions are equal if they consist of the same fields, apart from white space between them.
 */
public final class CronExpression {

    private final String text;

    private final CronFields fields;

    private final ZoneSchedule schedule;

    private CronExpression(String text, CronFields fields) {
        this.text = text;
        this.fields = fields;
        this.schedule = ZoneSchedule.of(fields);
    }

    /**
     * Parses an expression.
     *
     * @param expression cron expression
     * @return the parsed expression
     * @throws CronSyntaxException if the expression is invalid; the message contains the position and the reason
     */
    public static CronExpression parse(String expression) {
        Objects.requireNonNull(expression, "expression");
        CronFields fields = CronParser.parse(expression);
        return new CronExpression(withSingleBlanks(expression), fields);
    }

    /** Returns the first fire time strictly after {@code after} in a time zone; empty if there is none. */
    public Optional<Instant> next(Instant after, ZoneId zone) {
        return instant(schedule.next(after.getEpochSecond(), new WallClock(zone)));
    }

    /**
     * Returns the last fire time in a time zone that is at or before {@code atOrBefore} and strictly after {@code after}; empty if there
     * is none. The duration of the search does not depend on the distance between the two.
     */
    public Optional<Instant> latest(Instant atOrBefore, Instant after, ZoneId zone) {
        return instant(schedule.latest(atOrBefore.getEpochSecond(), after.getEpochSecond(), new WallClock(zone)));
    }

    /** Returns an explanation in English, such as "at 09:00 on the last Friday of every month". */
    public String explain() {
        return new CronExplainer(fields).explain();
    }

    private static Optional<Instant> instant(long epochSecond) {
        return epochSecond == LocalSchedule.NONE ? Optional.empty() : Optional.of(Instant.ofEpochSecond(epochSecond));
    }

    private static String withSingleBlanks(String expression) {
        StringBuilder result = new StringBuilder(expression.length());
        for (int i = 0; i < expression.length(); i++) {
            char c = expression.charAt(i);
            if (!Character.isWhitespace(c)) {
                if (i > 0 && Character.isWhitespace(expression.charAt(i - 1)) && result.length() > 0) {
                    result.append(' ');
                }
                result.append(c);
            }
        }
        return result.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CronExpression that && text.equals(that.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** Returns the expression as written, with single blanks between the fields. */
    @Override
    public String toString() {
        return text;
    }
}
