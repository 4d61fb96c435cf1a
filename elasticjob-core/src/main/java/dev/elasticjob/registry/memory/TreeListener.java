package dev.elasticjob.registry.memory;

/**
 * Learns what a commit changed, in the order of its steps, after all of it has happened. It must not call the tree's {@code
 * commit} or {@code end}.
 */
public interface TreeListener {

    void created(String path);

    void deleted(String path);

    void dataSet(String path);
}
