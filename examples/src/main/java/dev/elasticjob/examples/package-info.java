/** Examples of a page each. Run one with {@code -Dzookeeper=host:port}, or without: then it brings a server of its own. */
package dev.elasticjob.examples;
