/** Measured scenarios. */
package dev.elasticjob.benchmarks.scenario;
