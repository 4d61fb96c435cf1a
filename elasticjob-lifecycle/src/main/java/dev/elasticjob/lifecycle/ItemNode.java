package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.JobTree;

/**
 * The nodes of an item. Items are taken from what a registry lists, so their numbers may be anything.
 *
 * @param path of the item, with the run record
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
