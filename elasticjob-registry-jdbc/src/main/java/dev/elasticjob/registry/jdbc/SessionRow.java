package dev.elasticjob.registry.jdbc;

/** A session as stored in the database. */
record SessionRow(long id, long timeoutMillis, long beat) {}
