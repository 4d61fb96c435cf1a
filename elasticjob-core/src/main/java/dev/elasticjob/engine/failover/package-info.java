/** Lost runs: detection, offers, claims. */
package dev.elasticjob.engine.failover;
