/** The processes that are started: an application with our jobs, and a server of the registry. */
package dev.elasticjob.chaos.worker;
