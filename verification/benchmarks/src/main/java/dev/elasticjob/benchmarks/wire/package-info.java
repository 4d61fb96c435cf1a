/** Counts the traffic between clients and a ZooKeeper server. */
package dev.elasticjob.benchmarks.wire;
