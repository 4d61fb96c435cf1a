package dev.elasticjob.cron;

import java.util.List;

/** Reads the characters of one field, and reports errors with their position in the complete expression. */
final class FieldCursor {

    static final char END = '\0';

    private static final int NAME_LENGTH = 3;

    /** Exceeds the limits of all fields, so that longer numbers need not be distinguished. */
    private static final int HUGE = 1_000_000;

    private final String expression;

    private final CronField field;

    private final int end;

    private int position;

    FieldCursor(String expression, CronField field, int start, int end) {
        this.expression = expression;
        this.field = field;
        this.position = start;
        this.end = end;
    }

    CronField field() {
        return field;
    }

    int position() {
        return position;
    }

    void moveTo(int newPosition) {
        position = newPosition;
    }

    boolean atEnd() {
        return position == end;
    }

    /** Returns the current character in upper case, or {@link #END}. */
    char peek() {
        return position < end ? upper(expression.charAt(position)) : END;
    }

    boolean take(char wanted) {
        if (atEnd() || peek() != wanted) {
            return false;
        }
        position++;
        return true;
    }

    boolean atDigit() {
        return isDigit(peek());
    }

    boolean atLetter() {
        return isLetter(peek());
    }

    /** Reads a number of any size. The current character must be a digit. */
    int number() {
        int result = 0;
        while (atDigit()) {
            result = Math.min(HUGE, result * 10 + peek() - '0');
            position++;
        }
        return result;
    }

    /** Reads a number or a name within the limits of the field. */
    int value() {
        int start = position;
        if (atDigit()) {
            int number = number();
            if (number < field.min() || number > field.max()) {
                throw fail(start, position, "is out of range");
            }
            return number;
        }
        if (!atLetter()) {
            throw failOnNoValue();
        }
        List<String> names = field.names();
        for (int i = 0; i < names.size(); i++) {
            if (end - start >= NAME_LENGTH && matches(names.get(i), start)) {
                position = start + NAME_LENGTH;
                return field.min() + i;
            }
        }
        int wordEnd = start;
        while (wordEnd < end && isLetter(upper(expression.charAt(wordEnd)))) {
            wordEnd++;
        }
        throw fail(start, wordEnd, names.isEmpty() ? "is not a number" : "is neither a number nor a name");
    }

    private CronSyntaxException failOnNoValue() {
        if (atEnd()) {
            return failAtEnd("ends where a value should follow");
        }
        return switch (peek()) {
            case ',' -> fail(position, position + 1, "has nothing before it");
            case '?' ->
                fail(
                        position,
                        position + 1,
                        field == CronField.DAY_OF_MONTH || field == CronField.DAY_OF_WEEK
                                ? "cannot be part of a list or range: it is the whole field or not there"
                                : "may only be the whole of day-of-month or of day-of-week");
            default -> fail(position, position + 1, "cannot stand here");
        };
    }

    /** Expects a comma or the end of the field after an item; skips the comma and returns whether there was one. */
    boolean nextItem(int itemStart) {
        if (atEnd()) {
            return false;
        }
        if (take(',')) {
            if (atEnd()) {
                throw fail(position - 1, position, "has nothing after it");
            }
            return true;
        }
        int stop = expression.indexOf(',', position);
        stop = stop < 0 || stop > end ? end : stop;
        throw fail(position, stop, "cannot follow '" + expression.substring(itemStart, position) + "'");
    }

    /** Returns an exception for the characters from {@code from} to {@code to}. */
    CronSyntaxException fail(int from, int to, String problem) {
        return failure(from, "'" + expression.substring(from, to) + "' in " + field.label() + " " + problem);
    }

    CronSyntaxException failAtEnd(String problem) {
        return failure(end, field.label() + " " + problem);
    }

    private CronSyntaxException failure(int at, String problem) {
        return new CronSyntaxException(expression, at, problem + "; " + field.allowed());
    }

    private boolean matches(String name, int start) {
        for (int i = 0; i < NAME_LENGTH; i++) {
            if (upper(expression.charAt(start + i)) != name.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isLetter(char c) {
        return c >= 'A' && c <= 'Z';
    }

    private static char upper(char c) {
        return c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c;
    }
}
