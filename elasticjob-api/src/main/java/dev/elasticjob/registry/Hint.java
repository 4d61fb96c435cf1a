package dev.elasticjob.registry;

/**
 * Notification of a change. It identifies where to read, but does not contain the new state.
 *
 * @param path node that was created, changed or deleted, or whose list of children changed
 * @param below whether anything below {@code path} may have changed as well
 */
public record Hint(String path, boolean below) {}
