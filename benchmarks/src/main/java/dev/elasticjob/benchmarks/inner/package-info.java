/** What the engine does again and again, with JMH: cron, decision, and the texts of the registry. */
package dev.elasticjob.benchmarks.inner;
