package dev.elasticjob.engine;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where everything of a job is in the registry: the whole schema. Paths, modes and meaning are those that existing tools
 * know; what is ours is only data in nodes that others leave empty ({@link Epoch}, {@link RunRecord}, {@link Triggers}).
 *
 * <pre>
 * /{job}                          class name or type
 *   config                        YAML
 *   servers/{ip}                  ENABLED or DISABLED
 *   instances/{id}                bound; who takes part
 *   leader/election/instance      bound; id of the leader
 *   leader/sharding               the epoch: who owns which item
 *     necessary, processing       wishes of other tools: share out anew
 *   leader/failover/items/{item}  a run that waits to be taken over, by the instance in it
 *   leader/sharding/acknowledged/{id}  bound; the closed epoch that the instance has seen, where runs have no marks
 *   sharding/{item}               the run record
 *     instance                    id of the owner, for others to see
 *     running                     bound; id of the instance that runs it
 *     failover                    bound; id of the instance that took it over
 *     disabled                    the operator does not want it to run
 *     misfire                     an instant waits to be made up for, for others to see
 *   trigger                       the last requests, by which askers know whether theirs was made
 *   trigger/{id}                  runs that the instance is asked for
 *   guarantee/...                 barriers of distribute-once listeners
 * </pre>
 */
public final class JobTree {

    public static final String ENABLED = "ENABLED";
    public static final String DISABLED = "DISABLED";

    /** What 2.x consoles write into an instance node to ask for a run. */
    static final String TRIGGER_WORD = "TRIGGER";

    static final String RUNNING = "/running";
    private static final String OWNER = "/instance";
    private static final String TAKEN_OVER = "/failover";

    /** Of the number of an item: what others write there may be any number. */
    private static final int MOST_DIGITS = 9;

    private final String job;
    private final String config;
    private final String servers;
    private final String instances;
    private final String leader;
    private final String election;
    private final String leaderInstance;
    private final String epoch;
    private final String necessary;
    private final String processing;
    private final String acknowledgements;
    private final String failover;
    private final String failoverItems;
    private final String items;
    private final String triggers;
    private final List<String> folders;
    private final Map<Integer, ItemPaths> itemPaths = new HashMap<>(4);

    /** Of these there are many, and they are asked for often. */
    private record ItemPaths(String item, String running, String disabled, String misfire) {}

    public JobTree(String jobName) {
        job = "/" + jobName;
        config = job + "/config";
        servers = job + "/servers";
        instances = job + "/instances";
        leader = job + "/leader";
        election = leader + "/election";
        leaderInstance = election + "/instance";
        epoch = leader + "/sharding";
        necessary = epoch + "/necessary";
        processing = epoch + "/processing";
        acknowledgements = epoch + "/acknowledged";
        failover = leader + "/failover";
        failoverItems = failover + "/items";
        items = job + "/sharding";
        triggers = job + "/trigger";
        folders = List.of(job, servers, instances, leader, election, epoch, failover, failoverItems, items, triggers);
    }

    public String job() {
        return job;
    }

    public String config() {
        return config;
    }

    public String servers() {
        return servers;
    }

    public String server(String ip) {
        return servers + "/" + ip;
    }

    public String instances() {
        return instances;
    }

    public String instance(String id) {
        return instances + "/" + id;
    }

    String leader() {
        return leader;
    }

    public String leaderInstance() {
        return leaderInstance;
    }

    public String epoch() {
        return epoch;
    }

    String necessary() {
        return necessary;
    }

    String processing() {
        return processing;
    }

    /** The folder of {@link #acknowledgement}. */
    String acknowledgements() {
        return acknowledgements;
    }

    /** Contains the nonce of the closed epoch that the instance has seen. */
    String acknowledgement(String id) {
        return acknowledgements + "/" + id;
    }

    public String failoverItems() {
        return failoverItems;
    }

    String failoverItem(int item) {
        return failoverItems + "/" + item;
    }

    public String items() {
        return items;
    }

    String item(int item) {
        return paths(item).item;
    }

    String owner(int item) {
        return item(item) + OWNER;
    }

    String running(int item) {
        return paths(item).running;
    }

    String takenOver(int item) {
        return item(item) + TAKEN_OVER;
    }

    /** Whether a node is there for others to see: nothing is decided by it. */
    boolean isOnlyShown(String path) {
        return path.startsWith(items) && (path.endsWith(OWNER) || path.endsWith(TAKEN_OVER));
    }

    /** Whether only a session can hold a node at this path. */
    boolean mustBeBound(String path) {
        return path.equals(leaderInstance)
                || path.startsWith(instances) && path.length() > instances.length()
                || path.startsWith(items) && path.endsWith(RUNNING);
    }

    String disabled(int item) {
        return paths(item).disabled;
    }

    String misfire(int item) {
        return paths(item).misfire;
    }

    public String triggers() {
        return triggers;
    }

    public String trigger(String id) {
        return triggers + "/" + id;
    }

    /** Whether a child of {@link #items()} or {@link #failoverItems()} is named as items are. */
    static boolean isItem(String name) {
        return name.length() <= MOST_DIGITS && name.chars().allMatch(Character::isDigit);
    }

    /** Holds the barriers of distribute-once listeners. */
    String guarantee() {
        return job + "/guarantee";
    }

    /** The nodes that only hold others, parents first. */
    List<String> folders() {
        return folders;
    }

    private ItemPaths paths(int item) {
        return itemPaths.computeIfAbsent(item, number -> {
            String path = items + "/" + number;
            return new ItemPaths(path, path + RUNNING, path + "/disabled", path + "/misfire");
        });
    }
}
