package dev.elasticjob.cron;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Splits an expression into its fields and parses each of them. */
final class CronParser {

    private static final String ORDER = "seconds minutes hours day-of-month month day-of-week [year]";

    private static final int FIELDS_WITHOUT_YEAR = 6;

    private static final CronField[] FIELDS = CronField.values();

    private final String expression;

    private final List<FieldText> texts;

    private CronParser(String expression) {
        this.expression = expression;
        this.texts = cut(expression);
    }

    static CronFields parse(String expression) {
        return new CronParser(expression).parse();
    }

    private CronFields parse() {
        int count = texts.size();
        if (count < FIELDS_WITHOUT_YEAR) {
            throw new CronSyntaxException(
                    expression,
                    expression.length(),
                    "it ends after " + count + (count == 1 ? " field" : " fields")
                            + "; write 6 or 7, separated by blanks: " + ORDER);
        }
        if (count > FIELDS.length) {
            throw new CronSyntaxException(
                    expression,
                    texts.get(FIELDS.length).start(),
                    count + " fields are too many; write 6 or 7 (and lists without blanks): " + ORDER);
        }
        long seconds = word(values(CronField.SECONDS));
        long minutes = word(values(CronField.MINUTES));
        BitSet fixedHours = new BitSet();
        BitSet intervalHours = new BitSet();
        ItemReader.readList(cursor(CronField.HOURS), item -> {
            (item.cardinality() == 1 ? fixedHours : intervalHours).or(item);
        });
        DayRule days = days();
        int months = (int) word(values(CronField.MONTH));
        BitSet years = years(count);
        return new CronFields(seconds, minutes, (int) word(fixedHours), (int) word(intervalHours), days, months, years);
    }

    private BitSet years(int count) {
        BitSet years = new BitSet(CronField.YEAR.size());
        if (count == FIELDS_WITHOUT_YEAR) {
            years.set(0, CronField.YEAR.size());
        } else {
            values(CronField.YEAR).stream().forEach(year -> years.set(year - CronField.YEAR.min()));
        }
        return years;
    }

    /** Returns the rule of the day field that is not {@code ?}. Exactly one of the two must be specified, as in Quartz. */
    private DayRule days() {
        FieldText dayOfMonth = texts.get(CronField.DAY_OF_MONTH.ordinal());
        FieldText dayOfWeek = texts.get(CronField.DAY_OF_WEEK.ordinal());
        boolean monthSilent = dayOfMonth.in(expression).equals("?");
        boolean weekSilent = dayOfWeek.in(expression).equals("?");
        // Both fields are parsed before they are compared: a syntax error in one of them is the more likely cause.
        DayRule byMonth = monthSilent ? null : DayFieldReader.daysOfMonth(cursor(CronField.DAY_OF_MONTH));
        DayRule byWeek = weekSilent ? null : DayFieldReader.daysOfWeek(cursor(CronField.DAY_OF_WEEK));
        if (monthSilent && weekSilent) {
            throw new CronSyntaxException(
                    expression,
                    dayOfWeek.start(),
                    "'?' stands in both day-of-month and day-of-week; write '*' in one of them to mean every day");
        }
        if (!monthSilent && !weekSilent) {
            throw new CronSyntaxException(
                    expression,
                    dayOfWeek.start(),
                    "day-of-month says '" + dayOfMonth.in(expression) + "' and day-of-week says '"
                            + dayOfWeek.in(expression)
                            + "', but only one of the two can decide; write '?' in the other");
        }
        return monthSilent ? byWeek : byMonth;
    }

    private BitSet values(CronField field) {
        BitSet values = new BitSet();
        ItemReader.readList(cursor(field), values::or);
        return values;
    }

    private FieldCursor cursor(CronField field) {
        FieldText text = texts.get(field.ordinal());
        return new FieldCursor(expression, field, text.start(), text.end());
    }

    private static long word(BitSet values) {
        return values.isEmpty() ? 0 : values.toLongArray()[0];
    }

    private static List<FieldText> cut(String expression) {
        List<FieldText> result = new ArrayList<>(FIELDS.length);
        int position = 0;
        while (position < expression.length()) {
            int start = position;
            while (position < expression.length() && !Character.isWhitespace(expression.charAt(position))) {
                position++;
            }
            if (position > start) {
                result.add(new FieldText(start, position));
            }
            position++;
        }
        return result;
    }

    /** Position of a field in the expression. */
    private record FieldText(int start, int end) {

        String in(String expression) {
            return expression.substring(start, end);
        }
    }
}
