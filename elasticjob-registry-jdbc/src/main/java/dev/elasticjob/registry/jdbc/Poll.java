package dev.elasticjob.registry.jdbc;

import java.util.List;

/**
 * What the log holds behind a number.
 *
 * @param trimmed up to this number the log has been deleted
 * @param last the number of the last commit
 */
record Poll(long trimmed, long last, List<String> lines) {}
