package dev.elasticjob.api;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Parsed parameters of items, {@code 0=A,1=B}. Blanks around items and values are ignored. A value may contain any character except a
 * comma and may be empty. Items may be omitted.
 *
 * @param values valid parameters by item
 * @param mistakes descriptions of the invalid parts
 */
record ItemParameters(Map<Integer, String> values, List<String> mistakes) {

    static ItemParameters parse(String text) {
        Map<Integer, String> values = new TreeMap<>();
        List<String> mistakes = new ArrayList<>();
        if (!text.isBlank()) {
            for (String pair : text.split(",", -1)) {
                parsePair(pair, values, mistakes);
            }
        }
        return new ItemParameters(Collections.unmodifiableMap(values), List.copyOf(mistakes));
    }

    private static void parsePair(String pair, Map<Integer, String> values, List<String> mistakes) {
        int equals = pair.indexOf('=');
        if (equals < 0) {
            mistakes.add("'" + pair.strip() + "' has no '='");
            return;
        }
        String item = pair.substring(0, equals).strip();
        if (!item.matches("[0-9]{1,9}")) {
            mistakes.add("'" + pair.strip() + "' does not begin with the number of an item");
            return;
        }
        if (values.putIfAbsent(Integer.valueOf(item), pair.substring(equals + 1).strip()) != null) {
            mistakes.add("item " + item + " is given twice");
        }
    }
}
