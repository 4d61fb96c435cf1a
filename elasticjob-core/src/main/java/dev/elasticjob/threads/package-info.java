/** How many items of a job one instance runs at the same time. */
package dev.elasticjob.threads;
