/** What happened to jobs: the events, and who receives them. */
package dev.elasticjob.tracing;
