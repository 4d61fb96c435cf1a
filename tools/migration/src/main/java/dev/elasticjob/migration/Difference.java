package dev.elasticjob.migration;

import java.nio.file.Path;
import java.util.List;

/** The difference of two versions of a file: the lines between their common beginning and their common end. */
final class Difference {

    private static final int CONTEXT = 3;

    private Difference() {}

    static String of(Path file, String before, String after) {
        if (before.equals(after)) {
            return "";
        }
        List<String> old = before.lines().toList();
        List<String> now = after.lines().toList();
        int first = 0;
        while (first < old.size() && first < now.size() && old.get(first).equals(now.get(first))) {
            first++;
        }
        int same = 0;
        while (same < old.size() - first
                && same < now.size() - first
                && old.get(old.size() - 1 - same).equals(now.get(now.size() - 1 - same))) {
            same++;
        }
        int from = Math.max(0, first - CONTEXT);
        int more = Math.min(CONTEXT, same);
        StringBuilder result =
                new StringBuilder("--- " + (before.isEmpty() ? "/dev/null" : file) + "\n+++ " + file + "\n");
        result.append("@@ -")
                .append(range(from, old.size() - same + more, old.isEmpty()))
                .append(" +")
                .append(range(from, now.size() - same + more, now.isEmpty()))
                .append(" @@\n");
        lines(result, ' ', now.subList(from, first));
        lines(result, '-', old.subList(first, old.size() - same));
        lines(result, '+', now.subList(first, now.size() - same));
        lines(result, ' ', now.subList(now.size() - same, now.size() - same + more));
        return result.toString();
    }

    private static String range(int from, int to, boolean isEmpty) {
        return (isEmpty ? 0 : from + 1) + "," + (to - from);
    }

    private static void lines(StringBuilder result, char sign, List<String> lines) {
        lines.forEach(each -> result.append(sign).append(each).append('\n'));
    }
}
