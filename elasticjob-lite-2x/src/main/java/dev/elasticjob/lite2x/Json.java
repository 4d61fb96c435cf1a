package dev.elasticjob.lite2x;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes JSON: objects as maps in order, arrays as lists, numbers as {@link BigDecimal}. */
public final class Json {

    private static final int DEEPEST = 64;

    private final String text;
    private int at;
    private int depth;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Parses a JSON object.
     *
     * @throws IllegalArgumentException if the text is not a single JSON object; the message contains the reason and the position
     */
    @SuppressWarnings("unchecked") // The type is checked before.
    public static Map<String, Object> readObject(String text) {
        Json reader = new Json(text);
        Object value = reader.value();
        reader.skipBlanks();
        if (reader.at < text.length()) {
            throw reader.wrong("expected the end of the text");
        }
        if (!(value instanceof Map)) {
            throw new IllegalArgumentException("expected a JSON object");
        }
        return (Map<String, Object>) value;
    }

    /** Writes a map, a list, a text, a number, a boolean or null. */
    public static String write(Object value) {
        StringBuilder result = new StringBuilder();
        write(value, result);
        return result.toString();
    }

    // ---- reading ----

    private Object value() {
        skipBlanks();
        if (at >= text.length()) {
            throw wrong("expected a value");
        }
        if (++depth > DEEPEST) {
            throw wrong("too deeply nested");
        }
        Object result =
                switch (text.charAt(at)) {
                    case '{' -> object();
                    case '[' -> array();
                    case '"' -> string();
                    default -> literal();
                };
        depth--;
        return result;
    }

    private Map<String, Object> object() {
        Map<String, Object> result = new LinkedHashMap<>();
        at++;
        if (skip('}')) {
            return result;
        }
        do {
            skipBlanks();
            if (at >= text.length() || text.charAt(at) != '"') {
                throw wrong("expected a key in double quotes");
            }
            String key = string();
            expect(':');
            result.put(key, value());
        } while (skip(','));
        expect('}');
        return result;
    }

    private List<Object> array() {
        List<Object> result = new ArrayList<>();
        at++;
        if (skip(']')) {
            return result;
        }
        do {
            result.add(value());
        } while (skip(','));
        expect(']');
        return result;
    }

    private String string() {
        StringBuilder result = new StringBuilder();
        int start = at++;
        while (at < text.length() && text.charAt(at) != '"') {
            char c = text.charAt(at++);
            result.append(c == '\\' ? escaped() : c);
        }
        if (at >= text.length()) {
            at = start;
            throw wrong("the text in quotes does not end");
        }
        at++;
        return result.toString();
    }

    private char escaped() {
        if (at >= text.length()) {
            throw wrong("expected an escaped character");
        }
        char c = text.charAt(at++);
        return switch (c) {
            case '"', '\\', '/' -> c;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> unicode();
            default -> throw wrong("unknown escape \\" + c);
        };
    }

    private char unicode() {
        String digits = text.substring(at, Math.min(at + 4, text.length()));
        if (!digits.matches("[0-9a-fA-F]{4}")) {
            throw wrong("expected four hexadecimal digits");
        }
        at += 4;
        return (char) Integer.parseInt(digits, 16);
    }

    private Object literal() {
        int start = at;
        while (at < text.length() && ",]} \t\r\n".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        String word = text.substring(start, at);
        switch (word) {
            case "true":
                return true;
            case "false":
                return false;
            case "null":
                return null;
            default:
                try {
                    return new BigDecimal(word);
                } catch (NumberFormatException notANumber) {
                    at = start;
                    throw wrong("expected a value");
                }
        }
    }

    private boolean skip(char c) {
        skipBlanks();
        if (at < text.length() && text.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void expect(char c) {
        if (!skip(c)) {
            throw wrong("expected '" + c + "'");
        }
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(
                what + (at < text.length() ? " at position " + (at + 1) : ", but the text ends"));
    }

    // ---- writing ----

    private static void write(Object value, StringBuilder to) {
        if (value instanceof Map<?, ?> map) {
            to.append('{');
            for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
                Map.Entry<?, ?> entry = entries.next();
                quote(String.valueOf(entry.getKey()), to);
                to.append(':');
                write(entry.getValue(), to);
                to.append(entries.hasNext() ? "," : "");
            }
            to.append('}');
        } else if (value instanceof List<?> list) {
            to.append('[');
            for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
                write(elements.next(), to);
                to.append(elements.hasNext() ? "," : "");
            }
            to.append(']');
        } else if (value instanceof String string) {
            quote(string, to);
        } else {
            to.append(value);
        }
    }

    private static void quote(String value, StringBuilder to) {
        to.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"', '\\' -> to.append('\\').append(c);
                case '\n' -> to.append("\\n");
                case '\r' -> to.append("\\r");
                case '\t' -> to.append("\\t");
                default -> {
                    if (c < ' ' || c == '\u2028' || c == '\u2029') {
                        to.append(String.format("\\u%04x", (int) c));
                    } else {
                        to.append(c);
                    }
                }
            }
        }
        to.append('"');
    }
}
