package dev.elasticjob.engine.view;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The format of this engine's data in the registry: a line for each field with its name, a blank and its value. It can be
 * read in a ZooKeeper shell, later versions may add fields, and parsing it executes nothing.
 */
public final class TextFields {

    private final Map<String, String> fields = new LinkedHashMap<>();

    public static TextFields parse(String text) {
        TextFields result = new TextFields();
        int begin = 0;
        while (begin < text.length()) {
            int end = text.indexOf('\n', begin);
            end = end < 0 ? text.length() : end;
            int blank = text.indexOf(' ', begin);
            if (blank > begin && blank < end) {
                result.fields.put(text.substring(begin, blank), text.substring(blank + 1, end));
            }
            begin = end + 1;
        }
        return result;
    }

    public TextFields put(String name, String value) {
        if (!value.isEmpty()) {
            fields.put(name, value.replace('\n', ' ').replace('\r', ' '));
        }
        return this;
    }

    public TextFields put(String name, long value) {
        return put(name, Long.toString(value));
    }

    public String get(String name) {
        return fields.getOrDefault(name, "");
    }

    public Optional<Long> number(String name) {
        String text = get(name);
        return text.isEmpty() ? Optional.empty() : Optional.of(Long.valueOf(text));
    }

    /** @throws IllegalArgumentException if the field is missing or not a number */
    public long require(String name) {
        return number(name).orElseThrow(() -> new IllegalArgumentException("no field '" + name + "'"));
    }

    /** Returns whether there is a field with one of these names. */
    boolean containsAny(Set<String> names) {
        return !Collections.disjoint(fields.keySet(), names);
    }

    /** Returns the fields with other names than these, in their order. */
    public Map<String, String> without(Set<String> names) {
        if (names.containsAll(fields.keySet())) {
            return Map.of();
        }
        Map<String, String> others = new LinkedHashMap<>(fields);
        others.keySet().removeAll(names);
        return Collections.unmodifiableMap(others);
    }

    public String text() {
        StringBuilder text = new StringBuilder();
        fields.forEach(
                (name, value) -> text.append(name).append(' ').append(value).append('\n'));
        return text.toString();
    }
}
