/** Output of the results: printed rows, tables and charts. */
package dev.elasticjob.benchmarks.report;
