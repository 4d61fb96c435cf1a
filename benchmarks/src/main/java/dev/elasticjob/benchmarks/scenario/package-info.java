/** What is measured. */
package dev.elasticjob.benchmarks.scenario;
