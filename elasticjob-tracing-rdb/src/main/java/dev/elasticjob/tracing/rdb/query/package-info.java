/** Reads history, for consoles and applications. */
package dev.elasticjob.tracing.rdb.query;
