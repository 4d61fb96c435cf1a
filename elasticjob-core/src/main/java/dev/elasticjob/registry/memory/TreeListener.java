package dev.elasticjob.registry.memory;

/**
 * Receives the changes of a commit in the order of its steps, after the complete commit was applied. It must not call the tree's
 * {@code commit} or {@code end}.
 */
public interface TreeListener {

    void created(String path);

    void deleted(String path);

    void dataSet(String path);
}
