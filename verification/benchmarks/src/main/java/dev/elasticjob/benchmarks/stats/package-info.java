/** Ratios and their confidence. */
package dev.elasticjob.benchmarks.stats;
