/** Writes history to a relational database. */
package dev.elasticjob.tracing.rdb;
