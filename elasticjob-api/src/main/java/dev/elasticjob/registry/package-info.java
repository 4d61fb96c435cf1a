/**
 * Registry SPI: the requirements of the engine for the store that instances use for coordination.
 *
 * <p>An implementation provides {@link dev.elasticjob.registry.CoordinatorRegistryCenter}; its contract is the abstract test
 * {@code RegistryContractTest} in {@code elasticjob-test}.
 */
package dev.elasticjob.registry;
