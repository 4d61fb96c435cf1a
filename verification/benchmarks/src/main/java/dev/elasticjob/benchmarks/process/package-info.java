/** Processes of a benchmark: a ZooKeeper server, and workers that run one of the engines. */
package dev.elasticjob.benchmarks.process;
