/**
 * Registry on ZooKeeper, with the plain ZooKeeper client: one client handle is exactly one session, which is the model of the registry
 * SPI. A library that replaces handles and repeats operations would hide both.
 *
 * <p>{@link dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter} is the entry point;
 * {@link dev.elasticjob.registry.zookeeper.EmbeddedZookeeper} is a server for one machine.
 */
package dev.elasticjob.registry.zookeeper;
