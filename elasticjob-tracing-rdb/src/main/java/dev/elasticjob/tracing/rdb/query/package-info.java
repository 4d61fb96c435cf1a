/** The reading side of history, for consoles and for users. */
package dev.elasticjob.tracing.rdb.query;
