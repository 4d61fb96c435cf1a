package dev.elasticjob.registry.jdbc;

import java.util.Map;

/**
 * The sessions that continue.
 *
 * @param lostCommits whether the database had lost commits, and has ended all sessions
 * @param last the number of the last commit
 * @param generations the new generation of each session that still exists
 */
record AttachReply(boolean lostCommits, long last, Map<Long, Integer> generations) {}
