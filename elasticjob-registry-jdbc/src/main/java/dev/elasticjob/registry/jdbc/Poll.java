package dev.elasticjob.registry.jdbc;

import java.util.List;

/**
 * Log entries after a number.
 *
 * @param trimmed number up to which the log has been deleted
 * @param last number of the last commit
 */
record Poll(long trimmed, long last, List<String> lines) {}
