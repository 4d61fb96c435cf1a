package dev.elasticjob.registry.jdbc;

/** A session as the database has it. */
record SessionRow(long id, long timeoutMillis, long beat) {}
