/** Processes that can be killed, paused and disconnected: workers, registry servers, and the proxies between them. */
package dev.elasticjob.chaos.cluster;
