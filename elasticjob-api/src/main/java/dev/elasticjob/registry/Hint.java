package dev.elasticjob.registry;

/**
 * Something changed. It says where to look, never what is there.
 *
 * @param path the node that was created, changed or deleted, or got or lost a child
 * @param below whether anything below {@code path} may have changed as well
 */
public record Hint(String path, boolean below) {}
