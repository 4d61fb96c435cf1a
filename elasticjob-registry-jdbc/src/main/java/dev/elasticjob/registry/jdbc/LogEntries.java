package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.Watch.Scope;
import dev.elasticjob.registry.support.TransactionPlan.Change;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats the changed paths of a commit for the log, one per line: {@code *path} was created or deleted, {@code =path} was set,
 * {@code ~path} stands for any changes below the path, {@code !id} means that a session has ended.
 *
 * <p>Changes below the node {@code sharding} of a job, which every fire makes, form a separate area, so that they do not wake sessions
 * that do not watch them.
 */
final class LogEntries {

    static final char CREATED_OR_DELETED = '*';
    static final char SET = '=';
    static final char ANYTHING_BELOW = '~';
    static final char SESSION_ENDED = '!';

    private static final int LONGEST = 64 * 1024;

    private LogEntries() {}

    /** Returns the lines of both areas, each empty if there is no change in that area. */
    static List<String> of(List<Change> changes) {
        List<List<Change>> areas = List.of(new ArrayList<>(), new ArrayList<>());
        changes.forEach(change -> areas.get(area(change.path())).add(change));
        return areas.stream().map(LogEntries::lines).toList();
    }

    private static String lines(List<Change> changes) {
        StringBuilder text = new StringBuilder();
        for (Change change : changes) {
            text.append(text.isEmpty() ? "" : "\n")
                    .append(change.createdOrDeleted() ? CREATED_OR_DELETED : SET)
                    .append(change.path());
        }
        return text.length() <= LONGEST ? text.toString() : ANYTHING_BELOW + commonAncestor(changes);
    }

    /** Returns an ancestor of all changed paths. The creation of a node also affects its parent. */
    private static String commonAncestor(List<Change> changes) {
        String ancestor = parent(changes.get(0).path());
        for (Change change : changes) {
            while (!isBelow(change.path(), ancestor)) {
                ancestor = parent(ancestor);
            }
        }
        return ancestor;
    }

    private static boolean isBelow(String path, String ancestor) {
        return ancestor.equals("/") || path.startsWith(ancestor + "/");
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    static int area(String path) {
        return isBelowSharding(path) ? 1 : 0;
    }

    /** Returns whether a watch includes changes below the node {@code sharding} of a job. */
    static boolean needsSharding(String path, Scope scope) {
        int second = path.indexOf('/', 1);
        boolean ofJob = path.equals("/") || second < 0;
        return isBelowSharding(path + "/") || ofJob && scope == Scope.SUBTREE;
    }

    private static boolean isBelowSharding(String path) {
        int second = path.indexOf('/', 1);
        return second > 0 && path.startsWith("/sharding/", second);
    }
}
