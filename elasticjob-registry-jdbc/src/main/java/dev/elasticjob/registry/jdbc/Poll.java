package dev.elasticjob.registry.jdbc;

import java.util.List;

/**
 * Log entries after a number.
 *
 * @param trimmed number up to which the log has been deleted
 * @param last number of the last commit
 */
record Poll(long trimmed, long last, List<Entry> entries) {

    /**
     * Changes of a commit in one area.
     *
     * @param number number of the commit
     */
    record Entry(long number, List<String> lines) {}
}
