/** Benchmark programs. Each prints its measurements next to the same measurements of ElasticJob 3.0.4. */
package dev.elasticjob.benchmarks;
