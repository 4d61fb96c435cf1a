package dev.elasticjob.console.registry;

/**
 * A stored registry definition.
 *
 * @param servers {@code host1:2181,host2:2181}
 * @param sealedDigest sealed credentials; empty if there are none
 */
record RegistryDefinition(String name, String servers, String namespace, String sealedDigest) {}
