package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.support.TransactionPlan;

/**
 * A commit as a database receives it.
 *
 * @param generation of the session, as the last attachment set it
 * @param seen the highest commit number that the client has seen
 */
record CommitCall(long session, int generation, long seen, TransactionPlan plan) {}
