/** Counts what a client and a ZooKeeper server say to each other. */
package dev.elasticjob.benchmarks.wire;
