/** How many items of a job one instance runs at the same time, and on what threads. */
package dev.elasticjob.threads;
