package dev.elasticjob.registry.support;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Watch.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Finds the watches that a change affects. Not thread-safe.
 *
 * @param <W> type of the watches
 */
public final class WatchIndex<W> {

    private final Map<String, List<W>> onNodes = new HashMap<>();
    private final Map<String, List<W>> onSubtrees = new HashMap<>();
    private final BiConsumer<? super W, Hint> receiver;

    /**
     * Creates an empty index.
     *
     * @param receiver called with every watch that a change affects; must not modify the index
     */
    public WatchIndex(BiConsumer<? super W, Hint> receiver) {
        this.receiver = receiver;
    }

    public void add(String path, Scope scope, W watch) {
        index(scope).computeIfAbsent(path, absent -> new ArrayList<>(1)).add(watch);
    }

    public void remove(String path, Scope scope, W watch) {
        index(scope).computeIfPresent(path, (watched, watches) -> {
            watches.remove(watch);
            return watches.isEmpty() ? null : watches;
        });
    }

    /** Notifies of a node that was created or deleted. */
    public void createdOrDeleted(String path) {
        dataSet(path);
        String parent = parent(path);
        notify(onNodes.get(parent), new Hint(parent, false));
    }

    /** Notifies of a node whose data was set. */
    public void dataSet(String path) {
        Hint hint = new Hint(path, false);
        notify(onNodes.get(path), hint);
        for (String at = path; ; at = parent(at)) {
            notify(onSubtrees.get(at), hint);
            if (at.equals("/")) {
                return;
            }
        }
    }

    /** Notifies all watches on the path, on nodes below it, and on subtrees that contain it, of possible changes at or below the path. */
    public void anythingBelow(String path) {
        notifyRelated(onNodes, path, false);
        notifyRelated(onSubtrees, path, true);
    }

    private void notifyRelated(Map<String, List<W>> index, String path, boolean fromAbove) {
        index.forEach((watched, watches) -> {
            if (isWithin(watched, path)) {
                notify(watches, new Hint(watched, true));
            } else if (fromAbove && isWithin(path, watched)) {
                notify(watches, new Hint(path, true));
            }
        });
    }

    /** Returns whether the path equals the ancestor or is below it. */
    private static boolean isWithin(String path, String ancestor) {
        return ancestor.equals("/") || path.equals(ancestor) || path.startsWith(ancestor + "/");
    }

    private void notify(List<W> watches, Hint hint) {
        if (watches != null) {
            watches.forEach(watch -> receiver.accept(watch, hint));
        }
    }

    private Map<String, List<W>> index(Scope scope) {
        return scope == Scope.NODE ? onNodes : onSubtrees;
    }

    private static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }
}
