/** Events of jobs, and their listeners. */
package dev.elasticjob.tracing;
