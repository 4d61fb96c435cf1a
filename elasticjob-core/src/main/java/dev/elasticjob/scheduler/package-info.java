/**
 * The engine in production: one timer, a few shared threads, and for each job a mailbox around its machine. {@link
 * dev.elasticjob.scheduler.Scheduler} is where it is put together.
 */
package dev.elasticjob.scheduler;
