package dev.elasticjob.engine.view;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The schema of a job in the registry. Paths, modes and meaning are those that existing tools know; this engine only adds
 * data to nodes that other tools leave empty ({@link Epoch}, {@link RunRecord}, {@link RunRequests}). Code outside of the engine
 * takes its paths from here, which a test enforces.
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

    private static final String CONFIG = "config";
    private static final String SERVERS = "servers";
    private static final String INSTANCES = "instances";
    private static final String LEADER = "leader";
    private static final String ITEMS = "sharding";
    private static final String TRIGGERS = "trigger";
    private static final String GUARANTEE = "guarantee";

    /** Folders that only engines write. ElasticJob keeps the registry's clock in the last. */
    private static final Set<String> FOLDERS_OF_ENGINES =
            Set.of(SERVERS, INSTANCES, LEADER, ITEMS, TRIGGERS, GUARANTEE, "systemTime");

    private static final String RUNNING = "/" + ItemNode.RUNNING;
    private static final String OWNER = "/" + ItemNode.OWNER;
    private static final String FAILOVER = "/" + ItemNode.FAILOVER;

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
        config = below(CONFIG);
        servers = below(SERVERS);
        instances = below(INSTANCES);
        leader = below(LEADER);
        election = leader + "/election";
        leaderInstance = election + "/instance";
        epoch = leader + "/sharding";
        necessary = epoch + "/necessary";
        processing = epoch + "/processing";
        acknowledgements = epoch + "/acknowledged";
        failover = leader + "/failover";
        failoverItems = failover + "/items";
        items = below(ITEMS);
        triggers = below(TRIGGERS);
        folders = List.of(job, servers, instances, leader, election, epoch, failover, failoverItems, items, triggers);
    }

    private String below(String name) {
        return job + "/" + name;
    }

    /** Returns whether a node of the root with these children is a job, in any state, and not of another application. */
    public static boolean isJob(Collection<String> children) {
        return children.contains(CONFIG) || children.contains(SERVERS) || children.contains(INSTANCES);
    }

    /** Returns the name of the job to which a node belongs; empty for the root. */
    public static String jobOf(String path) {
        int end = path.indexOf('/', 1);
        return path.substring(1, end < 0 ? path.length() : end);
    }

    /** Returns whether a node of the job is in a folder that only engines write. */
    public boolean isWrittenByEngine(String path) {
        if (!path.startsWith(job + "/")) {
            return false;
        }
        int start = job.length() + 1;
        int end = path.indexOf('/', start);
        return FOLDERS_OF_ENGINES.contains(path.substring(start, end < 0 ? path.length() : end));
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

    /** Returns the paths of an item. Unlike the other methods that take an item it may be called by several threads. */
    public ItemNode itemNode(int item) {
        return new ItemNode(items + "/" + item);
    }

    public String owner(int item) {
        return item(item) + OWNER;
    }

    /** Returns the item whose owner is published at this path; empty if no owner is. */
    public OptionalInt itemOwnedAt(String path) {
        String item = path.endsWith(OWNER) ? parent(path) : "";
        String name = item.startsWith(items + "/") ? item.substring(items.length() + 1) : "";
        return isItem(name) ? OptionalInt.of(Integer.parseInt(name)) : OptionalInt.empty();
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

    /** Returns whether this is the path of the mark of a run. */
    boolean isRunning(String path) {
        return path.startsWith(items) && path.endsWith(RUNNING);
    }

    /** Returns whether a node at this path must be bound to a session. */
    public boolean mustBeBound(String path) {
        return path.equals(leaderInstance)
                || path.startsWith(instances) && path.length() > instances.length()
                || isRunning(path);
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

    /**
     * Returns whether a child of {@link #items()} or {@link #failoverItems()} has the name of an item: its number as engines
     * write it. {@code 007} is none, because the node of item 7 has another name.
     */
    public static boolean isItem(String name) {
        return !name.isEmpty()
                && name.length() <= MOST_DIGITS
                && name.chars().allMatch(c -> c >= '0' && c <= '9')
                && (name.length() == 1 || name.charAt(0) != '0');
    }

    /** Returns the items among the children of {@link #items()}. */
    public static SortedSet<Integer> itemsAmong(Collection<String> names) {
        SortedSet<Integer> found = new TreeSet<>();
        for (String name : names) {
            if (isItem(name)) {
                found.add(Integer.valueOf(name));
            }
        }
        return found;
    }

    /** The folder of the barriers of distribute-once listeners. */
    public String guarantee() {
        return below(GUARANTEE);
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
            ItemNode node = itemNode(number);
            return new ItemPaths(node.path(), node.running(), node.disabled(), node.misfire());
        });
    }
}
