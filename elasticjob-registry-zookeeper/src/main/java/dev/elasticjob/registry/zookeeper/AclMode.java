package dev.elasticjob.registry.zookeeper;

/** Who may use the nodes that a client creates. It does not change whether the client authenticates. */
public enum AclMode {
    /** Everybody who can reach the servers. */
    OPEN,
    /** Only who authenticates as the client that created them did. */
    CREATOR
}
