/** Main classes of the child processes: an application with the test jobs, and a registry server. */
package dev.elasticjob.chaos.worker;
