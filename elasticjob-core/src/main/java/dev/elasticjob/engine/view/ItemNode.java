package dev.elasticjob.engine.view;

/**
 * The node of an item and the nodes below it, by name and by path.
 *
 * @param path path of the item's node, which holds the run record
 */
public record ItemNode(String path) {

    public static final String OWNER = "instance";
    public static final String RUNNING = "running";
    public static final String FAILOVER = "failover";
    public static final String DISABLED = "disabled";
    public static final String MISFIRE = "misfire";

    public String owner() {
        return path + "/" + OWNER;
    }

    public String running() {
        return path + "/" + RUNNING;
    }

    public String failover() {
        return path + "/" + FAILOVER;
    }

    public String disabled() {
        return path + "/" + DISABLED;
    }

    public String misfire() {
        return path + "/" + MISFIRE;
    }
}
