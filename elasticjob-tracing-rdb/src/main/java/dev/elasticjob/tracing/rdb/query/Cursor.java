package dev.elasticjob.tracing.rdb.query;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Base64;

/** Position after the last row of a page: the value of its sort column, and its id. */
record Cursor(String value, String id) {

    String text() {
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString((id + '\n' + value).getBytes(StandardCharsets.UTF_8));
    }

    static Cursor of(String text) {
        try {
            String all = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
            int end = all.indexOf('\n');
            if (end > 0) {
                return new Cursor(all.substring(end + 1), all.substring(0, end));
            }
        } catch (IllegalArgumentException malformed) {
            throw refused(text, malformed);
        }
        throw refused(text, null);
    }

    Instant time() {
        try {
            return Instant.parse(value);
        } catch (DateTimeException malformed) {
            throw refused(text(), malformed);
        }
    }

    int number() {
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException malformed) {
            throw refused(text(), malformed);
        }
    }

    private static IllegalArgumentException refused(String text, Exception cause) {
        return new IllegalArgumentException(
                "after is '" + text + "', which no page said is next; begin without it, or with the same order", cause);
    }
}
