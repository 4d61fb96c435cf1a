/**
 * JMH benchmarks of the operations that the engine repeats most: cron evaluation, decisions, and encoding of registry
 * payloads.
 */
package dev.elasticjob.benchmarks.inner;
