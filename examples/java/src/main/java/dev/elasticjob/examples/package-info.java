/** One-page examples. Run one with {@code -Dzookeeper=host:port}, or without it to use an embedded server. */
package dev.elasticjob.examples;
