package dev.elasticjob.tracing.rdb.schema;

import java.nio.charset.StandardCharsets;

/**
 * Maximum length of a text.
 *
 * @param inBytes whether the size counts bytes of UTF-8 instead of characters
 */
record TextLimit(int size, boolean inBytes) {

    private static final String LEFT_OUT = "...";

    int lengthOf(String text) {
        return inBytes ? text.getBytes(StandardCharsets.UTF_8).length : text.length();
    }

    boolean fits(String text) {
        // A char has at most three bytes; a surrogate pair has four.
        return text.length() <= size && (!inBytes || text.length() * 3L <= size || lengthOf(text) <= size);
    }

    TextLimit less(int characters) {
        return new TextLimit(Math.max(0, size - characters), inBytes);
    }

    /** Returns the longest beginning of the text that fits. */
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

    /** Returns the longest end of the text that fits. */
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

    /** Returns the beginning of the text with a mark that something is missing. */
    String abbreviate(String text) {
        return fits(text) ? text : less(LEFT_OUT.length()).startOf(text) + startOf(LEFT_OUT);
    }

    /** Returns the beginning and the end of the text with the given mark between them; the end gets the larger part. */
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
