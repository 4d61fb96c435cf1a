package dev.elasticjob.spring.boot;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Suggests names for misspelt ones. */
final class Similar {

    private Similar() {}

    /** Returns the candidate with the fewest edits, if the number of edits is plausible for a misspelling. */
    static Optional<String> to(String name, Collection<String> candidates) {
        int most = Math.max(2, name.length() / 3);
        return candidates.stream()
                .filter(each -> distance(plain(name), plain(each)) <= most)
                .min(Comparator.<String>comparingInt(each -> distance(plain(name), plain(each)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static String plain(String name) {
        return name.replace("-", "");
    }

    /** Returns the minimum number of characters to insert, remove or replace. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int i = 0; i < row.length; i++) {
            row[i] = i;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
