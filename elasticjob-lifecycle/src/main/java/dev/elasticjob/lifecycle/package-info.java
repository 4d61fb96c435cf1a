/**
 * Operations on jobs: reads and changes them through the registry, with or without running instances.
 *
 * <p>{@link dev.elasticjob.lifecycle.JobAPIFactory} creates the documented interfaces.
 * {@link dev.elasticjob.lifecycle.RegistryOperations} provides all of them over one connection, and also
 * {@link dev.elasticjob.lifecycle.JobViews}.
 */
package dev.elasticjob.lifecycle;
