package dev.elasticjob.registry.support;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Watch.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Finds the watches that a change concerns. It is not safe for use by several threads at once.
 *
 * @param <W> a watch
 */
public final class WatchIndex<W> {

    private final Map<String, List<W>> onNodes = new HashMap<>();
    private final Map<String, List<W>> onSubtrees = new HashMap<>();
    private final BiConsumer<? super W, Hint> receiver;

    /** @param receiver is called with every watch that a change concerns, and must not change the index */
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

    /** Notifies all watches on the path, below it, and on subtrees that contain it, that anything below may have changed. */
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

    /** Returns whether the path is the ancestor, or below it. */
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
