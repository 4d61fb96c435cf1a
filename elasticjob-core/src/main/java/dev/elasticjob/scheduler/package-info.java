/**
 * Runs the engine in production, with one timer, a few shared threads, and a mailbox for each job. Start reading at {@link
 * dev.elasticjob.scheduler.Scheduler}.
 */
package dev.elasticjob.scheduler;
