package dev.elasticjob.tracing.rdb.schema;

import java.util.Locale;

/** Shortens texts that exceed the size of a column, keeping the relevant parts. */
enum Shortening {

    /** Texts that other rows and queries refer to. Different texts remain different after shortening. */
    NAME {
        @Override
        String shorten(String text, TextLimit limit) {
            return limit.without(mark(text), text);
        }
    },

    /** {@code job@-@items@-@type@-@address@-@process}: keeps as many items as fit. */
    TASK_ID {
        @Override
        String shorten(String text, TextLimit limit) {
            int from = text.indexOf(DELIMITER);
            int to = from < 0 ? -1 : text.indexOf(DELIMITER, from + DELIMITER.length());
            if (to < 0) {
                return NAME.shorten(text, limit);
            }
            String job = text.substring(0, from + DELIMITER.length());
            String items = text.substring(from + DELIMITER.length(), to);
            String mark = mark(text);
            int others = limit.lengthOf(job) + limit.lengthOf(text.substring(to)) + mark.length();
            if (others >= limit.size()) {
                return NAME.shorten(text, limit);
            }
            String some = limit.less(others).startOf(items);
            return job + some.substring(0, some.lastIndexOf(',') + 1) + mark + text.substring(to);
        }
    },

    /** Texts of exceptions: keeps the exception, and its root cause, which comes last. */
    CAUSE {
        @Override
        String shorten(String text, TextLimit limit) {
            if (limit.size() < LEAST) {
                return limit.without(LEFT_OUT, text);
            }
            int root = text.lastIndexOf(CAUSED_BY);
            if (root < 0) {
                // If the text ends with frames only, the relevant part is at the beginning. Without frames, the end is
                // relevant.
                int frames = text.indexOf("\n\tat ");
                return frames > 0 && frames < limit.size() - 1 ? limit.abbreviate(text) : limit.without(LEFT_OUT, text);
            }
            String cause = text.substring(root + 1);
            int frames = cause.indexOf("\n\tat ");
            String message = frames < 0 ? cause : cause.substring(0, frames);
            int room = limit.size() - LEFT_OUT.length();
            if (limit.lengthOf(message) > room * 3L / 4) {
                // The message alone already exceeds the limit.
                String end = new TextLimit((int) (room * 3L / 4), limit.inBytes()).without(LEFT_OUT, message);
                return limit.less(limit.lengthOf(end) + LEFT_OUT.length()).startOf(text) + LEFT_OUT + end;
            }
            String start = new TextLimit(room / 4, limit.inBytes()).startOf(text);
            TextLimit rest = limit.less(limit.lengthOf(start) + LEFT_OUT.length());
            if (!rest.fits(cause)) {
                return start + LEFT_OUT + rest.startOf(cause);
            }
            return start + LEFT_OUT + rest.endOf(text);
        }
    },

    /** Texts for display only. */
    PLAIN {
        @Override
        String shorten(String text, TextLimit limit) {
            return limit.abbreviate(text);
        }
    };

    private static final String DELIMITER = "@-@";
    private static final String CAUSED_BY = "\nCaused by: ";
    /** Below this size, selecting parts of the text is not worthwhile. */
    private static final int LEAST = 100;

    private static final String LEFT_OUT = "\n...\n";

    abstract String shorten(String text, TextLimit limit);

    private static String mark(String text) {
        return String.format(Locale.ROOT, "...%08x", text.hashCode());
    }
}
