/**
 * The contract of a registry as a test: an implementation extends {@link dev.elasticjob.test.registry.RegistryContractTest}
 * and says in a {@link dev.elasticjob.test.registry.FaultyClient} how its connections are broken.
 */
package dev.elasticjob.test.registry;
