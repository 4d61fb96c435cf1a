package dev.elasticjob.tracing.rdb.schema;

import java.nio.charset.StandardCharsets;

/**
 * How long a text may be.
 *
 * @param inBytes whether bytes count, in UTF-8, and not characters
 */
record TextLimit(int size, boolean inBytes) {

    private static final String LEFT_OUT = "...";

    int lengthOf(String text) {
        return inBytes ? text.getBytes(StandardCharsets.UTF_8).length : text.length();
    }

    boolean fits(String text) {
        // No character has more than three bytes; a pair of surrogates has four.
        return text.length() <= size && (!inBytes || text.length() * 3L <= size || lengthOf(text) <= size);
    }

    TextLimit less(int characters) {
        return new TextLimit(Math.max(0, size - characters), inBytes);
    }

    /** As much of its start as there is room for. */
    String startOf(String text) {
        if (fits(text)) {
            return text;
        }
        int room = size;
        int end = 0;
        while (end < text.length()) {
            int point = text.codePointAt(end);
            room -= cost(point);
            if (room < 0) {
                break;
            }
            end += Character.charCount(point);
        }
        return text.substring(0, end);
    }

    /** As much of its end as there is room for. */
    String endOf(String text) {
        if (fits(text)) {
            return text;
        }
        int room = size;
        int start = text.length();
        while (start > 0) {
            int point = text.codePointBefore(start);
            room -= cost(point);
            if (room < 0) {
                break;
            }
            start -= Character.charCount(point);
        }
        return text.substring(start);
    }

    private int cost(int point) {
        if (!inBytes) {
            return Character.charCount(point);
        }
        return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    }

    /** Its start, with a sign that something is missing. */
    String abbreviate(String text) {
        return fits(text) ? text : less(LEFT_OUT.length()).startOf(text) + startOf(LEFT_OUT);
    }

    /** Its start and its end, with the given sign between them; the end gets the larger part. */
    String without(String middle, String text) {
        if (fits(text)) {
            return text;
        }
        int room = size - middle.length();
        if (room <= 0) {
            return startOf(text);
        }
        String start = new TextLimit(room / 4, inBytes).startOf(text);
        return start + middle + new TextLimit(room - room / 4, inBytes).endOf(text);
    }
}
