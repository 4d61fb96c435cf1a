/** Starts and ends of runs on this instance. */
package dev.elasticjob.engine.runs;
