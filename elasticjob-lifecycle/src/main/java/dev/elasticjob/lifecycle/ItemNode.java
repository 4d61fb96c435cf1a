package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.JobTree;

/**
 * Paths of an item's nodes. The item may come from a list in the registry, so its number is not validated.
 *
 * @param path path of the item's node, which holds the run record
 */
record ItemNode(String path) {

    static final String INSTANCE = "instance";
    static final String RUNNING = "running";
    static final String FAILOVER = "failover";
    static final String DISABLED = "disabled";
    static final String MISFIRE = "misfire";

    static ItemNode of(JobTree tree, int item) {
        return new ItemNode(tree.items() + "/" + item);
    }

    String instance() {
        return path + "/" + INSTANCE;
    }

    String running() {
        return path + "/" + RUNNING;
    }

    String failover() {
        return path + "/" + FAILOVER;
    }

    String disabled() {
        return path + "/" + DISABLED;
    }
}
