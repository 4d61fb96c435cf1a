/** Joining a job, leaving it, and repairing its nodes. */
package dev.elasticjob.engine.membership;
