/**
 * The registry on ZooKeeper, with the plain client: one client handle is exactly one session, which is what the registry
 * SPI shows. A layer that replaces handles and repeats operations on its own would hide both.
 *
 * <p>{@link dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter} is where to begin;
 * {@link dev.elasticjob.registry.zookeeper.EmbeddedZookeeper} is a server for one machine.
 */
package dev.elasticjob.registry.zookeeper;
