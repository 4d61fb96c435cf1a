package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.REQUESTS_ARE_READ_WITH_LOG;
import static dev.elasticjob.engine.Rule.REQUESTS_HAVE_VERSION_OF_FOLDER;

import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What an instance knows of a job's tree: what it read last, what it wrote since, and what of it may be stale. It never asks
 * the registry itself; {@link #plan} says what should be read next, until there is nothing left to read.
 *
 * <p>Answers come in the order of the requests, and so do the results of our commits. So what is applied last is newest.
 */
final class JobView {

    /** Stands for a node that is known not to exist. */
    private static final Node ABSENT = new Node("", new byte[0], 0, 0, 0, Instant.EPOCH, Node.NO_OWNER);

    /** There is a view for every job: most of its maps hold a few things or none. */
    private static final int FEW = 4;

    private final JobTree tree;
    /** All that was read; {@link #ABSENT} where there was nothing. */
    private final Map<String, Node> nodes = new HashMap<>();
    /** What of {@link #nodes} may have changed since. */
    private final Set<String> stale = new HashSet<>(FEW);

    /** Paths at which a node was seen that is not bound to a session, although it must be. */
    private final Set<String> unbound = new TreeSet<>();

    private final Map<String, SortedSet<String>> children = new HashMap<>();
    private final Map<Integer, RunRecord> records = new HashMap<>(FEW);
    private SortedSet<Integer> wantedItems = new TreeSet<>();
    private Optional<String> ownInstancePath = Optional.empty();
    private Optional<String> ownTriggerPath = Optional.empty();
    private boolean membersWanted = true;
    private boolean triggersWanted;
    private boolean itemListWanted;
    private Optional<Epoch> epoch = Optional.empty();
    private long epochModified = -1;
    private Epoch ownedIn;
    private final Map<String, SortedSet<Integer>> owned = new HashMap<>(FEW);
    /** The nodes whose texts were read, without them. */
    private Node configRead;

    private Node epochRead;
    /** Nothing that is wanted is missing. */
    private boolean complete;

    /** Counts every change of what is known of instances and servers. */
    private long memberChanges;

    private long sessionsAsOf = -1;
    private Set<Long> memberSessions = Set.of();
    /** What was found below a node, as long as nothing but items has changed. */
    private final Map<String, List<Node>> found = new HashMap<>(FEW);

    JobView(JobTree tree) {
        this.tree = tree;
    }

    /** Forgets everything: the next plan reads all that is wanted. */
    void allStale() {
        complete = false;
        found.clear();
        nodes.values().removeIf(node -> node == ABSENT);
        stale.addAll(nodes.keySet());
        children.clear();
    }

    void hint(Hint hint) {
        complete = false;
        found.clear();
        if (hint.below()) {
            becomesStaleFrom(hint.path());
            children.keySet().removeIf(path -> isAtOrBelow(path, hint.path()));
        } else {
            becomesStale(hint.path());
            children.remove(hint.path());
        }
        children.remove(parent(hint.path()));
        if (parent(hint.path()).equals(tree.triggers())) {
            // A change of a request node is valid only together with the version of its folder.
            becomesStale(tree.triggers());
        }
        if (hint.path().endsWith(JobTree.RUNNING) && hint.path().startsWith(tree.items())) {
            // Whoever made or removed the mark has written the record as well.
            becomesStale(parent(hint.path()));
        }
    }

    private void becomesStale(String path) {
        if (nodes.containsKey(path)) {
            stale.add(path);
        }
    }

    private void becomesStaleFrom(String top) {
        nodes.keySet().stream().filter(path -> isAtOrBelow(path, top)).forEach(stale::add);
    }

    private boolean isFresh(String path) {
        return nodes.containsKey(path) && !stale.contains(path);
    }

    private static boolean isAtOrBelow(String path, String top) {
        return path.equals(top) || path.startsWith(top) && path.charAt(top.length()) == '/';
    }

    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? "/" : path.substring(0, slash);
    }

    /** The instance whose node and trigger are wanted. */
    void iAm(String instanceId) {
        ownInstancePath = Optional.of(tree.instance(instanceId));
        ownTriggerPath = Optional.of(tree.trigger(instanceId));
        complete = false;
    }

    /** The items whose records and marks are wanted from now on. */
    void wantItems(SortedSet<Integer> items) {
        complete &= items.equals(wantedItems);
        wantedItems = items;
    }

    void itemStale(int item) {
        complete = false;
        becomesStale(tree.item(item));
        becomesStale(tree.running(item));
        becomesStale(tree.disabled(item));
        becomesStale(tree.misfire(item));
    }

    void itemsStale(Collection<Integer> items) {
        items.forEach(this::itemStale);
    }

    boolean isItemFresh(int item) {
        return isFresh(tree.item(item))
                && isFresh(tree.running(item))
                && isFresh(tree.disabled(item))
                && isFresh(tree.misfire(item));
    }

    /** Whether it is wanted who takes part. Most have no use for it: they would all ask whenever somebody comes or goes. */
    void wantMembers(boolean wanted) {
        complete &= wanted == membersWanted;
        membersWanted = wanted;
    }

    /** Whether who takes part is known, or will be with the next answer. */
    boolean isMemberListFresh() {
        return children.containsKey(tree.instances());
    }

    /** Whether the triggers of all instances are wanted. They may be stale where nobody watches them: versions tell. */
    void wantTriggers(boolean wanted) {
        complete &= wanted == triggersWanted;
        triggersWanted = wanted;
    }

    /** Whether the list of all item nodes is wanted. */
    void wantItemList(boolean wanted) {
        complete &= wanted == itemListWanted;
        itemListWanted = wanted;
        if (!wanted) {
            children.remove(tree.items());
        }
    }

    void itemListStale() {
        complete = false;
        children.remove(tree.items());
    }

    /** The items that have a node. */
    SortedSet<Integer> itemNodes() {
        SortedSet<Integer> found = new TreeSet<>();
        for (String name : children.getOrDefault(tree.items(), Collections.emptySortedSet())) {
            if (JobTree.isItem(name)) {
                found.add(Integer.valueOf(name));
            }
        }
        return found;
    }

    boolean isItemListFresh() {
        return children.containsKey(tree.items());
    }

    boolean areTriggersFresh() {
        return triggersWanted && children.containsKey(tree.triggers());
    }

    List<Node> triggers() {
        return childNodes(tree.triggers());
    }

    /** What to read next; empty when all that is wanted is known. */
    Optional<ReadRequest> plan() {
        if (complete) {
            return Optional.empty();
        }
        if (triggersWanted && !children.containsKey(tree.triggers())) {
            // Their versions and that of the log are good only together.
            if (!REQUESTS_ARE_READ_WITH_LOG.holds()) {
                becomesStale(tree.triggers());
            } else if (REQUESTS_HAVE_VERSION_OF_FOLDER.holds()) {
                becomesStaleFrom(tree.triggers());
            }
        }
        List<String> missingNodes = new ArrayList<>();
        List<String> missingChildren = new ArrayList<>();
        tree.folders().forEach(path -> need(path, missingNodes));
        need(tree.config(), missingNodes);
        need(tree.leaderInstance(), missingNodes);
        need(tree.necessary(), missingNodes);
        need(tree.processing(), missingNodes);
        needChildren(tree.servers(), missingNodes, missingChildren);
        if (membersWanted) {
            needChildren(tree.instances(), missingNodes, missingChildren);
        }
        needChildren(tree.failoverItems(), missingNodes, missingChildren);
        if (triggersWanted) {
            needChildren(tree.triggers(), missingNodes, missingChildren);
        }
        if (epoch().filter(LateMarks::isAcknowledged).isPresent()) {
            need(tree.acknowledgements(), missingNodes);
            needChildren(tree.acknowledgements(), missingNodes, missingChildren);
        }
        if (itemListWanted && !children.containsKey(tree.items())) {
            missingChildren.add(tree.items());
        }
        ownInstancePath.ifPresent(path -> need(path, missingNodes));
        ownTriggerPath.ifPresent(path -> need(path, missingNodes));
        for (int item : wantedItems) {
            need(tree.item(item), missingNodes);
            need(tree.running(item), missingNodes);
            need(tree.disabled(item), missingNodes);
            need(tree.misfire(item), missingNodes);
        }
        complete = missingNodes.isEmpty() && missingChildren.isEmpty();
        return complete
                ? Optional.empty()
                : Optional.of(ReadRequest.empty().nodes(missingNodes).children(missingChildren));
    }

    private void need(String path, List<String> missing) {
        if (!isFresh(path)) {
            missing.add(path);
        }
    }

    private void needChildren(String path, List<String> missing, List<String> missingLists) {
        SortedSet<String> names = children.get(path);
        if (names == null) {
            missingLists.add(path);
            // Most likely they are still there: then one read is enough.
            stale.stream()
                    .filter(each -> each.startsWith(path) && each.lastIndexOf('/') == path.length() && exists(each))
                    .forEach(missing::add);
        } else {
            names.forEach(name -> need(path + "/" + name, missing));
        }
    }

    /** Marks what a request asks for as known, so that a hint from now on makes it stale again. */
    void reading(ReadRequest request) {
        found.clear();
        for (String path : request.nodePaths()) {
            nodes.putIfAbsent(path, ABSENT);
            stale.remove(path);
        }
        request.childrenPaths().forEach(path -> children.putIfAbsent(path, Collections.emptySortedSet()));
    }

    /** The request was not answered. */
    void notRead(ReadRequest request) {
        complete = false;
        found.clear();
        request.nodePaths().forEach(this::becomesStale);
        request.childrenPaths().forEach(children::remove);
    }

    /** Takes over an answer. What was hinted at since the request stays stale, but what we know of it is newer all the same. */
    void apply(ReadRequest request, Snapshot snapshot) {
        complete = false;
        found.clear();
        for (String path : request.nodePaths()) {
            boolean hintedSince = !isFresh(path);
            put(path, snapshot.node(path));
            if (hintedSince) {
                becomesStale(path);
            }
        }
        for (String path : request.childrenPaths()) {
            if (children.containsKey(path)) {
                List<String> names = snapshot.children(path);
                children.put(path, names.isEmpty() ? Collections.emptySortedSet() : new TreeSet<>(names));
                membersMayChange(path);
                forgetChildrenNotIn(path);
            }
        }
    }

    private void forgetChildrenNotIn(String path) {
        SortedSet<String> names = children.get(path);
        String prefix = path + "/";
        if (path.equals(tree.items())) {
            records.keySet().removeIf(item -> !names.contains(item.toString()));
        }
        nodes.replaceAll((each, node) -> each.startsWith(prefix)
                        && each.indexOf('/', prefix.length()) < 0
                        && !names.contains(each.substring(prefix.length()))
                ? ABSENT
                : node);
    }

    /** Takes over what a commit of ours did to a node. */
    void put(String path, Optional<Node> node) {
        if (tree.isOnlyShown(path)) {
            return;
        }
        nodes.put(path, node.orElse(ABSENT));
        stale.remove(path);
        if (node.isPresent() && !isBound(node.get()) && tree.mustBeBound(path)) {
            unbound.add(path);
        }
        int below = tree.items().length() + 1;
        if (path.startsWith(tree.items()) && path.length() > below) {
            if (path.indexOf('/', below) < 0) {
                records.remove(Integer.valueOf(path.substring(below)));
            }
        } else {
            found.clear();
            membersMayChange(path);
        }
    }

    private void membersMayChange(String path) {
        if (path.startsWith(tree.instances()) || path.startsWith(tree.servers())) {
            memberChanges++;
        }
    }

    /** Different when anything about instances or servers may be. */
    long memberChanges() {
        return memberChanges;
    }

    /** A commit of ours added a child. */
    void childAdded(String path) {
        membersMayChange(path);
        children.computeIfPresent(parent(path), (parent, before) -> {
            found.clear();
            SortedSet<String> names = before.isEmpty() ? new TreeSet<>() : before;
            names.add(path.substring(parent.length() + 1));
            return names;
        });
    }

    /** A commit of ours made the node, so nothing is below it. */
    void madeEmpty(String path) {
        if (path.equals(tree.servers())
                || path.equals(tree.instances())
                || path.equals(tree.failoverItems())
                || path.equals(tree.items())
                || path.equals(tree.triggers())) {
            found.clear();
            children.put(path, Collections.emptySortedSet());
        } else if (path.startsWith(tree.items() + "/")
                && path.indexOf('/', tree.items().length() + 1) < 0) {
            int item = Integer.parseInt(path.substring(tree.items().length() + 1));
            put(tree.running(item), Optional.empty());
            put(tree.disabled(item), Optional.empty());
            put(tree.misfire(item), Optional.empty());
        }
    }

    /** A commit of ours removed a child. */
    void childRemoved(String path) {
        membersMayChange(path);
        children.computeIfPresent(parent(path), (parent, names) -> {
            found.clear();
            if (!names.isEmpty()) {
                names.remove(path.substring(parent.length() + 1));
            }
            return names.isEmpty() ? Collections.emptySortedSet() : names;
        });
    }

    Optional<Node> node(String path) {
        Node node = nodes.get(path);
        return node == ABSENT ? Optional.empty() : Optional.ofNullable(node);
    }

    boolean exists(String path) {
        return node(path).isPresent();
    }

    Optional<Node> config() {
        return node(tree.config());
    }

    /** Its text is not needed again. */
    void configIsRead() {
        config().filter(node -> node != configRead).ifPresent(node -> configRead = withoutText(node));
    }

    /** Of what was read and made something else of: there is a view for every job, and texts are long. */
    private Node withoutText(Node node) {
        Node result = new Node(
                node.path(),
                new byte[0],
                node.version(),
                node.created(),
                node.modified(),
                node.modifiedAt(),
                node.owner());
        nodes.put(node.path(), result);
        return result;
    }

    /** The node of the leader; none while another program has created one that is not bound to a session. */
    Optional<Node> leader() {
        return node(tree.leaderInstance()).filter(JobView::isBound);
    }

    /** Nodes that must be bound to a session and are not: see {@link InvalidNodes}. */
    List<Node> invalidNodes() {
        return unbound.isEmpty()
                ? List.of()
                : unbound.stream()
                        .filter(this::isFresh)
                        .map(this::node)
                        .flatMap(Optional::stream)
                        .filter(node -> !isBound(node))
                        .toList();
    }

    private static boolean isBound(Node node) {
        return node.owner() != Node.NO_OWNER;
    }

    /** Whether there may be none. */
    boolean mayHaveNoLeader() {
        return !isFresh(tree.leaderInstance()) || leader().isEmpty();
    }

    /** Whether there may be runs that wait to be taken over. */
    boolean mayHaveOffers() {
        SortedSet<String> offers = children.get(tree.failoverItems());
        return offers == null || !offers.isEmpty();
    }

    /** The folder of requests, whose data is the {@link RequestLog}. */
    Optional<Node> requestLog() {
        return node(tree.triggers());
    }

    Optional<Node> epochNode() {
        return node(tree.epoch());
    }

    Optional<Epoch> epoch() {
        Optional<Node> node = epochNode();
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (node.get() != epochRead) {
            if (node.get().modified() != epochModified) {
                epoch = Epoch.decode(node.get().text());
                epochModified = node.get().modified();
            }
            epochRead = withoutText(node.get());
        }
        return epoch;
    }

    /** Returns the epoch that was read last, also when its node was deleted since. */
    Optional<Epoch> lastEpoch() {
        return epoch;
    }

    /** Whether the instance has acknowledged that this epoch is closed. */
    boolean isAcknowledgedBy(String instanceId, Epoch closed) {
        return node(tree.acknowledgement(instanceId))
                .filter(node -> node.text().equals(closed.nonce()))
                .isPresent();
    }

    /** The items that an instance owns, in the present epoch. */
    SortedSet<Integer> ownedBy(String instanceId) {
        Optional<Epoch> current = epoch();
        if (ownedIn != current.orElse(null)) {
            ownedIn = current.orElse(null);
            owned.clear();
        }
        return owned.computeIfAbsent(
                instanceId,
                id -> Collections.unmodifiableSortedSet(
                        current.map(each -> each.itemsOf(id)).orElseGet(TreeSet::new)));
    }

    List<Node> childNodes(String path) {
        return found.computeIfAbsent(path, this::findChildNodes);
    }

    private List<Node> findChildNodes(String path) {
        List<Node> below = new ArrayList<>();
        for (String name : children.getOrDefault(path, Collections.emptySortedSet())) {
            node(path + "/" + name).ifPresent(below::add);
        }
        return List.copyOf(below);
    }

    List<Node> instances() {
        return childNodes(tree.instances()).stream().filter(JobView::isBound).toList();
    }

    /** The sessions of those who take part. */
    Set<Long> memberSessions() {
        if (sessionsAsOf != memberChanges) {
            sessionsAsOf = memberChanges;
            memberSessions = instances().stream().map(Node::owner).collect(Collectors.toUnmodifiableSet());
        }
        return memberSessions;
    }

    /** Whether it is an instance of this engine. */
    static boolean isOurs(String instanceId) {
        return InstanceIdentity.parse(instanceId).map(InstanceIdentity::isOurs).orElse(false);
    }

    List<Node> servers() {
        return childNodes(tree.servers());
    }

    boolean isServerEnabled(String ip) {
        return node(tree.server(ip))
                .map(node -> !node.text().strip().equals(JobTree.DISABLED))
                .orElse(false);
    }

    Optional<Node> ownTrigger() {
        return ownTriggerPath.flatMap(this::node);
    }

    /** The record of an item; none also when there is no such node. */
    RunRecord record(int item) {
        RunRecord known = records.get(item);
        if (known == null) {
            known = node(tree.item(item))
                    .map(node -> RunRecord.decode(node.text()))
                    .orElse(RunRecord.NONE);
            records.put(item, known);
        }
        return known;
    }

    Optional<Node> itemNode(int item) {
        return node(tree.item(item));
    }

    Optional<Node> running(int item) {
        return node(tree.running(item)).filter(JobView::isBound);
    }

    boolean isDisabled(int item) {
        return exists(tree.disabled(item));
    }

    boolean isMisfireShown(int item) {
        return exists(tree.misfire(item));
    }

    static String name(Node node) {
        return node.path().substring(node.path().lastIndexOf('/') + 1);
    }
}
