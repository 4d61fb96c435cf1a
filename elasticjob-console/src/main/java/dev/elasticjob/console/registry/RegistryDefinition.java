package dev.elasticjob.console.registry;

/**
 * A registry as it is kept.
 *
 * @param servers {@code host1:2181,host2:2181}
 * @param sealedDigest credentials, sealed; empty for none
 */
record RegistryDefinition(String name, String servers, String namespace, String sealedDigest) {}
