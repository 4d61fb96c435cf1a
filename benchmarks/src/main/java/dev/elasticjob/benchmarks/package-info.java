/** Programs that measure; each prints what it measured beside the same of ElasticJob. */
package dev.elasticjob.benchmarks;
