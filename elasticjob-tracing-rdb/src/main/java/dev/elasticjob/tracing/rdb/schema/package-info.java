/** Tables of history: their definition for each database, and the layout of existing tables. */
package dev.elasticjob.tracing.rdb.schema;
