/** Ratios, and how sure they are. */
package dev.elasticjob.benchmarks.stats;
