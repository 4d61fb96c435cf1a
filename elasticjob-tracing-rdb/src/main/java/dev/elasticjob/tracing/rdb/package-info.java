/** History in a relational database: the writing side. */
package dev.elasticjob.tracing.rdb;
