/** Real database servers for tests. */
package dev.elasticjob.tracing.rdb.server;
