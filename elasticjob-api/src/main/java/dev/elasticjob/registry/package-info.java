/**
 * The registry SPI: what the engine asks of the store through which instances coordinate.
 *
 * <p>An implementation provides {@link dev.elasticjob.registry.CoordinatorRegistryCenter}; its contract is the abstract
 * test {@code RegistryContractTest} in {@code elasticjob-test}.
 */
package dev.elasticjob.registry;
