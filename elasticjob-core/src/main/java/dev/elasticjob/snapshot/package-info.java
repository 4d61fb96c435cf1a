/** Dumps: the content of the registry for a job, served on a port, with masked addresses and secrets. */
package dev.elasticjob.snapshot;
