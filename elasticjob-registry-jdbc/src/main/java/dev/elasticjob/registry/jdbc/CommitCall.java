package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.support.TransactionPlan;

/**
 * Commit as passed to the database.
 *
 * @param generation generation of the session, as set by the last attachment
 * @param seen highest commit number that this client has seen
 */
record CommitCall(long session, int generation, long seen, TransactionPlan plan) {}
