package dev.elasticjob.registry;

/** Watch that is active until it is closed or its session ends. */
public interface Watch extends AutoCloseable {

    /** Range of a watch. */
    enum Scope {
        /** The node, its data, and the list of its children. */
        NODE,
        /** The node and everything below it. */
        SUBTREE
    }

    /** Ends the watch. A hint that is already being delivered may still arrive. */
    @Override
    void close();
}
