package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Watch.Scope;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The watches of one namespace, found from the path that changed. Used on the delivery thread only. */
final class Watches implements TreeListener {

    private final Map<String, List<MemoryWatch>> onNodes = new HashMap<>();
    private final Map<String, List<MemoryWatch>> onSubtrees = new HashMap<>();

    void add(MemoryWatch watch) {
        index(watch.scope())
                .computeIfAbsent(watch.path(), path -> new ArrayList<>())
                .add(watch);
    }

    void remove(MemoryWatch watch) {
        index(watch.scope()).computeIfPresent(watch.path(), (path, watches) -> {
            watches.remove(watch);
            return watches.isEmpty() ? null : watches;
        });
    }

    @Override
    public void created(String path) {
        tellOf(path);
        tellOfChildren(MemoryTree.parentOf(path));
    }

    @Override
    public void deleted(String path) {
        tellOf(path);
        tellOfChildren(MemoryTree.parentOf(path));
    }

    @Override
    public void dataSet(String path) {
        tellOf(path);
    }

    private void tellOf(String path) {
        Hint hint = new Hint(path, false);
        tell(onNodes.get(path), hint);
        for (String at = path; ; at = MemoryTree.parentOf(at)) {
            tell(onSubtrees.get(at), hint);
            if (at.equals("/")) {
                return;
            }
        }
    }

    private void tellOfChildren(String parent) {
        tell(onNodes.get(parent), new Hint(parent, false));
    }

    private static void tell(List<MemoryWatch> watches, Hint hint) {
        if (watches != null) {
            watches.forEach(watch -> watch.hint(hint));
        }
    }

    private Map<String, List<MemoryWatch>> index(Scope scope) {
        return scope == Scope.NODE ? onNodes : onSubtrees;
    }
}
