package dev.elasticjob.scheduler;

import java.util.Collection;
import java.util.StringJoiner;
import java.util.TreeSet;

/** Formats sets of items as ranges: {@code [0-99, 200]}. */
final class ItemRanges {

    private ItemRanges() {}

    static String of(Collection<Integer> items) {
        StringJoiner ranges = new StringJoiner(", ", "[", "]");
        TreeSet<Integer> left = new TreeSet<>(items);
        while (!left.isEmpty()) {
            int first = left.pollFirst();
            int last = first;
            while (left.remove(last + 1)) {
                last++;
            }
            ranges.add(first == last ? String.valueOf(first) : first + "-" + last);
        }
        return ranges.toString();
    }
}
