package dev.elasticjob.registry;

/** A watch that is set until it is closed or its session ends. */
public interface Watch extends AutoCloseable {

    /** How far a watch sees. */
    enum Scope {
        /** The node, its data, and the list of its children. */
        NODE,
        /** The node and everything below it. */
        SUBTREE
    }

    /** Ends the watch. A hint that is already under way may still arrive. */
    @Override
    void close();
}
