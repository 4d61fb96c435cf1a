package dev.elasticjob.registry.memory;

import dev.elasticjob.registry.RegistryLimits;

/** A tree and its watches. */
final class Namespace {

    private final Watches watches = new Watches();
    private final MemoryTree tree;

    Namespace(RegistryLimits limits) {
        this.tree = new MemoryTree(limits, watches);
    }

    MemoryTree tree() {
        return tree;
    }

    Watches watches() {
        return watches;
    }
}
