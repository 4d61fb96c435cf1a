package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.support.WatchIndex;

/** Watches of one namespace. Used on the delivery thread only. */
final class Watches implements TreeListener {

    private final WatchIndex<MemoryWatch> index = new WatchIndex<>(MemoryWatch::hint);

    void add(MemoryWatch watch) {
        index.add(watch.path(), watch.scope(), watch);
    }

    void remove(MemoryWatch watch) {
        index.remove(watch.path(), watch.scope(), watch);
    }

    @Override
    public void created(String path) {
        index.createdOrDeleted(path);
    }

    @Override
    public void deleted(String path) {
        index.createdOrDeleted(path);
    }

    @Override
    public void dataSet(String path) {
        index.dataSet(path);
    }
}
