package dev.elasticjob.engine.view;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The schema of a job in the registry. Paths, modes and meaning are those that existing tools know; this engine only adds
 * data to nodes that other tools leave empty ({@link Epoch}, {@link RunRecord}, {@link RunRequests}).
 *
 * <pre>
 * /{job}                          class name or type
 *   config                        YAML
 *   servers/{ip}                  ENABLED or DISABLED
 *   instances/{id}                bound; the members
 *   leader/election/instance      bound; id of the leader
 *   leader/sharding               the epoch: the owner of every item
 *     necessary, processing       requests of other tools to assign the items again
 *   leader/failover/items/{item}  a lost run, offered to the instance in it
 *   leader/sharding/acknowledged/{id}  bound; the closed epoch that the instance has seen, where runs have no marks
 *   leader/sharding/generation-{nonce}  replaced whenever item nodes are created again: their versions repeat
 *   sharding/{item}               the run record
 *     instance                    id of the owner, for other tools
 *     running                     bound; id of the instance that runs it
 *     failover                    bound; id of the instance that claimed a lost run
 *     disabled                    the operator has disabled the item
 *     misfire                     a missed fire will be made up for; for other tools
 *   trigger                       the log of the last run requests
 *   trigger/{id}                  runs requested of the instance
 *   guarantee/...                 barriers of distribute-once listeners
 * </pre>
 */
public final class JobTree {

    public static final String ENABLED = "ENABLED";
    public static final String DISABLED = "DISABLED";

    /** What 2.x consoles write into an instance node to request a run. */
    public static final String TRIGGER_WORD = "TRIGGER";

    public static final String RUNNING = "/running";
    private static final String OWNER = "/instance";
    private static final String FAILOVER = "/failover";

    private static final String GENERATION = "generation-";

    /** Longest number of an item: other tools may write any number there. */
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

    /** Cached, because there are many items and their paths are used often. */
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

    public String leader() {
        return leader;
    }

    public String election() {
        return election;
    }

    public String leaderInstance() {
        return leaderInstance;
    }

    public String epoch() {
        return epoch;
    }

    public String necessary() {
        return necessary;
    }

    public String processing() {
        return processing;
    }

    /** The folder of {@link #acknowledgement}. */
    public String acknowledgements() {
        return acknowledgements;
    }

    /** Contains the nonce of the closed epoch that the instance has seen. */
    public String acknowledgement(String id) {
        return acknowledgements + "/" + id;
    }

    /** Identifies the item nodes; see {@link JobView#generations}. */
    public String generation(String nonce) {
        return epoch + "/" + GENERATION + nonce;
    }

    static boolean isGeneration(String name) {
        return name.startsWith(GENERATION);
    }

    public String failoverItems() {
        return failoverItems;
    }

    public String failoverItem(int item) {
        return failoverItems + "/" + item;
    }

    public String items() {
        return items;
    }

    public String item(int item) {
        return paths(item).item;
    }

    public String owner(int item) {
        return item(item) + OWNER;
    }

    public String running(int item) {
        return paths(item).running;
    }

    public String failoverMark(int item) {
        return item(item) + FAILOVER;
    }

    /** Returns whether a node is published for other tools only: nothing is decided by it. */
    public boolean isDisplayOnly(String path) {
        return path.startsWith(items) && (path.endsWith(OWNER) || path.endsWith(FAILOVER));
    }

    /** Returns whether a node at this path must be bound to a session. */
    public boolean mustBeBound(String path) {
        return path.equals(leaderInstance)
                || path.startsWith(instances) && path.length() > instances.length()
                || path.startsWith(items) && path.endsWith(RUNNING);
    }

    public String disabled(int item) {
        return paths(item).disabled;
    }

    public String misfire(int item) {
        return paths(item).misfire;
    }

    public String triggers() {
        return triggers;
    }

    public String trigger(String id) {
        return triggers + "/" + id;
    }

    /** Returns whether a child of {@link #items()} or {@link #failoverItems()} has the name of an item. */
    public static boolean isItem(String name) {
        return name.length() <= MOST_DIGITS && name.chars().allMatch(Character::isDigit);
    }

    /** The folder of the barriers of distribute-once listeners. */
    public String guarantee() {
        return job + "/guarantee";
    }

    /** Returns the parent of a path. */
    public static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    /** Returns the nodes that only contain others, parents first. */
    public List<String> folders() {
        return folders;
    }

    private ItemPaths paths(int item) {
        return itemPaths.computeIfAbsent(item, number -> {
            String path = items + "/" + number;
            return new ItemPaths(path, path + RUNNING, path + "/disabled", path + "/misfire");
        });
    }
}
