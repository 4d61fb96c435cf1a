/** Processes that can be killed, stopped and cut off: workers, servers of the registry, and what stands between them. */
package dev.elasticjob.chaos.cluster;
