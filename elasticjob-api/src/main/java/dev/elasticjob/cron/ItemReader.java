package dev.elasticjob.cron;

import java.util.BitSet;
import java.util.function.Consumer;

/** Parses the syntax of all fields: {@code *}, values, ranges, steps and lists of them. */
final class ItemReader {

    private ItemReader() {}

    /** Passes the values of each item of the list to the consumer separately. */
    static void readList(FieldCursor cursor, Consumer<BitSet> items) {
        int start;
        do {
            start = cursor.position();
            items.accept(readItem(cursor));
        } while (cursor.nextItem(start));
    }

    static BitSet readItem(FieldCursor cursor) {
        CronField field = cursor.field();
        if (cursor.peek() == '/' || cursor.take('*')) {
            return values(field, field.min(), field.max(), step(cursor));
        }
        int start = cursor.position();
        boolean named = cursor.atLetter();
        int from = cursor.value();
        int to = from;
        boolean range = cursor.take('-');
        if (range) {
            int second = cursor.position();
            boolean mixed = cursor.atLetter() != named;
            to = cursor.value();
            if (mixed) {
                throw cursor.fail(start, cursor.position(), "mixes a name and a number; write two of the same kind");
            }
            if (from > to && field == CronField.YEAR) {
                throw cursor.fail(second, cursor.position(), "is before the year the range starts with");
            }
        }
        if (cursor.peek() == '/') {
            if (named) {
                // Quartz ignores such a step, so it is unsafe both to apply it and to ignore it.
                throw cursor.fail(
                        cursor.position(),
                        cursor.position() + 1,
                        "cannot follow a name; write numbers, " + from + (range ? "-" + to : "") + "/n");
            }
            to = range ? to : field.max();
        }
        return values(field, from, to, step(cursor));
    }

    private static int step(FieldCursor cursor) {
        int slash = cursor.position();
        if (!cursor.take('/')) {
            return 1;
        }
        if (!cursor.atDigit()) {
            throw cursor.fail(slash, slash + 1, "must be followed by a number");
        }
        int start = cursor.position();
        int step = cursor.number();
        int maxStep = cursor.field().maxStep();
        if (step < 1 || step > maxStep) {
            throw cursor.fail(start, cursor.position(), "is no possible step; a step is 1 to " + maxStep + " here");
        }
        return step;
    }

    /** Returns the values of a range. A range that ends before it starts wraps at the end of the field: 22-2 is 22, 23, 0, 1, 2. */
    private static BitSet values(CronField field, int from, int to, int step) {
        BitSet values = new BitSet();
        int last = to < from ? to + field.size() : to;
        for (int value = from; value <= last; value += step) {
            values.set(value > field.max() ? value - field.size() : value);
        }
        return values;
    }
}
