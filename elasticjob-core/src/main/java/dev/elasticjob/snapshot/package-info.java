/** The dump: what the registry holds of a job, told to whoever asks on a port, with addresses and secrets masked. */
package dev.elasticjob.snapshot;
