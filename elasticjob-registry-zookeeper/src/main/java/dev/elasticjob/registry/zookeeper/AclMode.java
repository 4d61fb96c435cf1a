package dev.elasticjob.registry.zookeeper;

/** Access rights of the nodes that a client creates. They do not determine whether the client authenticates. */
public enum AclMode {
    /** All clients that can reach the servers have access. */
    OPEN,
    /** Only clients with the identity of the creating client have access. */
    CREATOR
}
