/** The processes that take part: a ZooKeeper server, and workers with one engine or the other. */
package dev.elasticjob.benchmarks.process;
