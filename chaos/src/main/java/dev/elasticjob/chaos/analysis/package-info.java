/** Counts what was promised and not kept. Pure: records in, findings out. */
package dev.elasticjob.chaos.analysis;
