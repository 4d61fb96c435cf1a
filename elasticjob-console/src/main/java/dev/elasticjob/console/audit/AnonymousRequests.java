package dev.elasticjob.console.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Counts requests without a user. The first request in a minute is recorded individually; all further requests of that minute
 * are summarised in one entry. Clients that are not logged in therefore cannot fill the disk.
 */
final class AnonymousRequests {

    private static final Duration WINDOW = Duration.ofMinutes(1);
    private static final int MOST_ADDRESSES = 20;

    private Instant since = Instant.MIN;
    private final Map<String, Integer> counts = new TreeMap<>();
    private final TreeSet<String> addresses = new TreeSet<>();

    /** Returns whether the entry is the first of its minute and has to be recorded individually. */
    boolean isFirst(AuditEntry entry) {
        return !Instant.parse(entry.at()).isBefore(since.plus(since.equals(Instant.MIN) ? Duration.ZERO : WINDOW));
    }

    void start(AuditEntry entry) {
        since = Instant.parse(entry.at());
        counts.clear();
        addresses.clear();
    }

    void count(AuditEntry entry) {
        counts.merge("status " + entry.status(), 1, Integer::sum);
        if (addresses.size() < MOST_ADDRESSES) {
            addresses.add(entry.address());
        }
    }

    /** Returns an entry with the counts; empty if nothing was counted. */
    Optional<AuditEntry> summary() {
        if (counts.isEmpty()) {
            return Optional.empty();
        }
        Map<String, String> details = new TreeMap<>();
        counts.forEach((status, count) -> details.put(status, count + " requests"));
        details.put("addresses", addresses + (addresses.size() == MOST_ADDRESSES ? " and others" : ""));
        return Optional.of(new AuditEntry(
                since.plus(WINDOW).toString(),
                "",
                "",
                "",
                addresses.first(),
                "further requests of clients that are not logged in",
                401,
                details,
                ""));
    }
}
