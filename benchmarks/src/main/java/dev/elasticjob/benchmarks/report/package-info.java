/** What is printed, written down and drawn. */
package dev.elasticjob.benchmarks.report;
