/**
 * The contract of a registry as a test. An implementation extends {@link
 * dev.elasticjob.test.registry.RegistryContractTest} and implements {@link dev.elasticjob.test.registry.FaultyClient},
 * which breaks its connections.
 */
package dev.elasticjob.test.registry;
