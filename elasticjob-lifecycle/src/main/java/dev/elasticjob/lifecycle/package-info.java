/**
 * Operations on jobs: looks at them and changes them through the registry, beside their instances and without them.
 *
 * <p>{@link dev.elasticjob.lifecycle.JobAPIFactory} makes the documented interfaces; {@link
 * dev.elasticjob.lifecycle.RegistryOperations} has them all over one connection, and {@link
 * dev.elasticjob.lifecycle.JobViews} beside them.
 */
package dev.elasticjob.lifecycle;
