/** The tables of history: what they look like in each database, and what those that are there look like. */
package dev.elasticjob.tracing.rdb.schema;
