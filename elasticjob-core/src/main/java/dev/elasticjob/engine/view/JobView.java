package dev.elasticjob.engine.view;

import static dev.elasticjob.engine.rule.Rule.REQUESTS_ARE_READ_WITH_LOG;
import static dev.elasticjob.engine.rule.Rule.REQUESTS_HAVE_VERSION_OF_FOLDER;

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
 * What an instance knows of a job's tree: what it read last, what it wrote since, and which of it may be stale. It does not
 * read the registry itself: {@link #plan} returns what should be read next, until nothing is left to read.
 *
 * <p>Answers arrive in the order of the requests, and so do the results of this instance's commits. Therefore what is applied
 * last is newest.
 */
public final class JobView {

    /** Stands for a node that is known not to exist. */
    private static final Node ABSENT = new Node("", new byte[0], 0, 0, 0, Instant.EPOCH, Node.NO_OWNER);

    /** There is a view for every job, and most of its maps have few entries or none. */
    private static final int FEW = 4;

    private final JobTree tree;
    /** The nodes that were read; {@link #ABSENT} where there was none. */
    private final Map<String, Node> nodes = new HashMap<>();
    /** Those of {@link #nodes} that may have changed since. */
    private final Set<String> stale = new HashSet<>(FEW);

    /** Paths of nodes that were read without a session, although they must be bound to one. */
    private final Set<String> unbound = new TreeSet<>();

    private final Map<String, SortedSet<String>> children = new HashMap<>();
    private final Map<Integer, RunRecord> records = new HashMap<>(FEW);
    private SortedSet<Integer> wantedItems = new TreeSet<>();
    private Optional<String> ownInstancePath = Optional.empty();
    private Optional<String> ownRequestsPath = Optional.empty();
    private boolean membersWanted = true;
    private boolean requestsWanted;
    private boolean itemListWanted;
    /** The generations that were known last, also while their list is stale. */
    private Optional<SortedSet<String>> lastGenerations = Optional.empty();

    private Optional<Epoch> epoch = Optional.empty();
    private long epochModified = -1;
    private boolean isEpochUnreadable;
    private Epoch ownedIn;
    private final Map<String, SortedSet<Integer>> owned = new HashMap<>(FEW);
    /** The nodes whose texts were parsed and discarded. */
    private Node configRead;

    private Node epochRead;
    /** Whether nothing that is wanted is missing. */
    private boolean complete;

    /** Version counter, incremented on every change to known instances or servers. */
    private long memberChanges;

    private long sessionsAsOf = -1;
    private Set<Long> memberSessions = Set.of();
    /** Children by folder, as long as nothing but items has changed. */
    private final Map<String, List<Node>> found = new HashMap<>(FEW);

    public JobView(JobTree tree) {
        this.tree = tree;
    }

    /** Makes everything stale: the next plan reads all that is wanted. */
    public void invalidateAll() {
        complete = false;
        found.clear();
        nodes.values().removeIf(node -> node == ABSENT);
        stale.addAll(nodes.keySet());
        children.clear();
    }

    /** Makes stale what a hint says has changed. */
    public void hint(Hint hint) {
        complete = false;
        found.clear();
        if (hint.below()) {
            invalidateTree(hint.path());
            children.keySet().removeIf(path -> isAtOrBelow(path, hint.path()));
        } else {
            invalidate(hint.path());
            children.remove(hint.path());
        }
        children.remove(JobTree.parent(hint.path()));
        if (JobTree.parent(hint.path()).equals(tree.triggers())) {
            // A change of a request node is valid only together with the version of its folder.
            invalidate(tree.triggers());
        }
        if (tree.isRunning(hint.path())) {
            // The transaction that created or deleted the mark has written the record too.
            invalidate(JobTree.parent(hint.path()));
        }
    }

    private void invalidate(String path) {
        if (nodes.containsKey(path)) {
            stale.add(path);
        }
    }

    private void invalidateTree(String top) {
        nodes.keySet().stream().filter(path -> isAtOrBelow(path, top)).forEach(stale::add);
    }

    private boolean isFresh(String path) {
        return nodes.containsKey(path) && !stale.contains(path);
    }

    private static boolean isAtOrBelow(String path, String top) {
        return path.equals(top) || path.startsWith(top) && path.charAt(top.length()) == '/';
    }

    /** Wants the node and the run requests of this instance from now on. */
    public void setOwnInstance(String instanceId) {
        ownInstancePath = Optional.of(tree.instance(instanceId));
        ownRequestsPath = Optional.of(tree.trigger(instanceId));
        complete = false;
    }

    /** Wants the records and marks of these items from now on. */
    public void wantItems(SortedSet<Integer> items) {
        complete &= items.equals(wantedItems);
        wantedItems = items;
    }

    public void invalidateItem(int item) {
        complete = false;
        invalidate(tree.item(item));
        invalidate(tree.running(item));
        invalidate(tree.disabled(item));
        invalidate(tree.misfire(item));
    }

    public void invalidateItems(Collection<Integer> items) {
        items.forEach(this::invalidateItem);
    }

    public boolean isItemFresh(int item) {
        return isFresh(tree.item(item))
                && isFresh(tree.running(item))
                && isFresh(tree.disabled(item))
                && isFresh(tree.misfire(item));
    }

    /** Sets whether the member list is wanted. Most instances do not need it, and would read it on every join and leave. */
    public void wantMembers(boolean wanted) {
        complete &= wanted == membersWanted;
        membersWanted = wanted;
    }

    /** Returns whether the member list is known, or will be with the next answer. */
    public boolean isMemberListFresh() {
        return children.containsKey(tree.instances());
    }

    /** Sets whether the run requests of all instances are wanted. They may be stale where they are not watched: every change checks versions. */
    public void wantRequests(boolean wanted) {
        complete &= wanted == requestsWanted;
        requestsWanted = wanted;
    }

    /** Sets whether the list of all item nodes is wanted. */
    public void wantItemList(boolean wanted) {
        complete &= wanted == itemListWanted;
        itemListWanted = wanted;
        if (!wanted) {
            children.remove(tree.items());
        }
    }

    public void invalidateItemList() {
        complete = false;
        children.remove(tree.items());
    }

    /** Returns the items that have a node. */
    public SortedSet<Integer> itemNodes() {
        return JobTree.itemsAmong(children.getOrDefault(tree.items(), Collections.emptySortedSet()));
    }

    public boolean isItemListFresh() {
        return children.containsKey(tree.items());
    }

    public boolean areRequestsFresh() {
        return requestsWanted && children.containsKey(tree.triggers());
    }

    public List<Node> requestNodes() {
        return childNodes(tree.triggers());
    }

    /** Returns what to read next; empty when everything wanted is known. */
    public Optional<ReadRequest> plan() {
        if (complete) {
            return Optional.empty();
        }
        if (requestsWanted && !children.containsKey(tree.triggers())) {
            // Their versions are valid only together with that of the log.
            if (!REQUESTS_ARE_READ_WITH_LOG.holds()) {
                invalidate(tree.triggers());
            } else if (REQUESTS_HAVE_VERSION_OF_FOLDER.holds()) {
                invalidateTree(tree.triggers());
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
        if (!children.containsKey(tree.epoch())) {
            missingChildren.add(tree.epoch());
        }
        if (requestsWanted) {
            needChildren(tree.triggers(), missingNodes, missingChildren);
        }
        if (epoch().filter(Epoch::needsAcknowledgement).isPresent()) {
            need(tree.acknowledgements(), missingNodes);
            needChildren(tree.acknowledgements(), missingNodes, missingChildren);
        }
        if (itemListWanted && !children.containsKey(tree.items())) {
            missingChildren.add(tree.items());
        }
        ownInstancePath.ifPresent(path -> need(path, missingNodes));
        ownRequestsPath.ifPresent(path -> need(path, missingNodes));
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
            // The children most likely still exist: then one read is enough.
            stale.stream()
                    .filter(each -> each.startsWith(path) && each.lastIndexOf('/') == path.length() && exists(each))
                    .forEach(missing::add);
        } else {
            names.forEach(name -> need(path + "/" + name, missing));
        }
    }

    /** Marks what a request reads as known, so that a hint from now on makes it stale again. */
    public void readSent(ReadRequest request) {
        found.clear();
        for (String path : request.nodePaths()) {
            nodes.putIfAbsent(path, ABSENT);
            stale.remove(path);
        }
        request.childrenPaths().forEach(path -> children.putIfAbsent(path, Collections.emptySortedSet()));
    }

    /** A request was not answered: what it reads is stale. */
    public void readFailed(ReadRequest request) {
        complete = false;
        found.clear();
        request.nodePaths().forEach(this::invalidate);
        request.childrenPaths().forEach(children::remove);
    }

    /** Applies an answer. What was hinted at since the request is updated too, but stays stale. */
    public void apply(ReadRequest request, Snapshot snapshot) {
        complete = false;
        found.clear();
        for (String path : request.nodePaths()) {
            boolean hintedSince = !isFresh(path);
            put(path, snapshot.node(path));
            if (hintedSince) {
                invalidate(path);
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
        if (request.childrenPaths().contains(tree.epoch())) {
            generationsRead();
        }
    }

    /** Another generation was read: what is known of items may be of nodes that no longer exist. */
    private void generationsRead() {
        SortedSet<String> read = new TreeSet<>(generations());
        if (lastGenerations.isPresent() && !lastGenerations.get().equals(read)) {
            invalidateTree(tree.items());
        }
        lastGenerations = Optional.of(read);
    }

    /**
     * Returns the node that identifies the present item nodes. A transaction that relies on the version of an item node checks
     * that this node exists, because the version of a node that was deleted and created again repeats. There is one, unless
     * another program deleted it.
     */
    public List<String> generations() {
        List<String> paths = new ArrayList<>(1);
        for (String name : children.getOrDefault(tree.epoch(), Collections.emptySortedSet())) {
            if (JobTree.isGeneration(name)) {
                paths.add(tree.epoch() + "/" + name);
            }
        }
        return paths;
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

    /** Applies what a commit of this instance did to a node. */
    public void put(String path, Optional<Node> node) {
        if (tree.isDisplayOnly(path)) {
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

    /** Returns a counter that differs when anything about instances or servers may have changed. */
    public long memberChanges() {
        return memberChanges;
    }

    /** A commit of this instance created a node. */
    public void created(Node node) {
        put(node.path(), Optional.of(node));
        childAdded(node.path());
        nothingIsBelow(node.path());
        generationChanged(node.path());
    }

    /** A commit of this instance deleted a node. */
    public void deleted(String path) {
        put(path, Optional.empty());
        childRemoved(path);
        generationChanged(path);
    }

    /** Takes a generation of this instance: its transaction checked the one before, so that what is known of items is valid. */
    private void generationChanged(String path) {
        if (JobTree.parent(path).equals(tree.epoch()) && children.containsKey(tree.epoch())) {
            lastGenerations = Optional.of(new TreeSet<>(generations()));
        }
    }

    private void childAdded(String path) {
        membersMayChange(path);
        children.computeIfPresent(JobTree.parent(path), (parent, before) -> {
            found.clear();
            SortedSet<String> names = before.isEmpty() ? new TreeSet<>() : before;
            names.add(path.substring(parent.length() + 1));
            return names;
        });
    }

    private void nothingIsBelow(String path) {
        if (path.equals(tree.servers())
                || path.equals(tree.instances())
                || path.equals(tree.failoverItems())
                || path.equals(tree.epoch())
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

    private void childRemoved(String path) {
        membersMayChange(path);
        children.computeIfPresent(JobTree.parent(path), (parent, names) -> {
            found.clear();
            if (!names.isEmpty()) {
                names.remove(path.substring(parent.length() + 1));
            }
            return names.isEmpty() ? Collections.emptySortedSet() : names;
        });
    }

    public Optional<Node> node(String path) {
        Node node = nodes.get(path);
        return node == ABSENT ? Optional.empty() : Optional.ofNullable(node);
    }

    public boolean exists(String path) {
        return node(path).isPresent();
    }

    public Optional<Node> config() {
        return node(tree.config());
    }

    /** Discards the text of the configuration, which was parsed. */
    public void discardConfigText() {
        config().filter(node -> node != configRead).ifPresent(node -> configRead = withoutText(node));
    }

    /** Discards a text that was parsed: there is a view for every job, and texts are long. */
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

    /** Returns the node of the leader; empty if another program created one that is not bound to a session. */
    public Optional<Node> leader() {
        return node(tree.leaderInstance()).filter(JobView::isBound);
    }

    /** Returns the nodes that must be bound to a session and are not. */
    public List<Node> invalidNodes() {
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

    /** Returns whether there may be no leader. */
    public boolean mayHaveNoLeader() {
        return !isFresh(tree.leaderInstance()) || leader().isEmpty();
    }

    /** Returns whether there may be offers of lost runs. */
    public boolean mayHaveOffers() {
        SortedSet<String> offers = children.get(tree.failoverItems());
        return offers == null || !offers.isEmpty();
    }

    /** Returns the folder of run requests, whose data is the {@link RequestLog}. */
    public Optional<Node> requestLog() {
        return node(tree.triggers());
    }

    public Optional<Node> epochNode() {
        return node(tree.epoch());
    }

    /** Returns the epoch; empty if there is none or it is unreadable. */
    public Optional<Epoch> epoch() {
        Optional<Node> node = epochNode();
        if (node.isEmpty()) {
            return Optional.empty();
        }
        if (node.get() != epochRead) {
            if (node.get().modified() != epochModified) {
                epoch = Epoch.decode(node.get().text());
                isEpochUnreadable = epoch.isEmpty() && !node.get().text().isBlank();
                epochModified = node.get().modified();
            }
            epochRead = withoutText(node.get());
        }
        return epoch;
    }

    /** Returns whether the node of the epoch contains a text that is no epoch, which no instance writes. */
    public boolean isEpochUnreadable() {
        return epochNode().isPresent() && epoch().isEmpty() && isEpochUnreadable;
    }

    /** Returns the epoch that was read last, also when its node was deleted since. */
    public Optional<Epoch> lastEpoch() {
        return epoch;
    }

    /** Returns whether an instance has acknowledged that this epoch is closed. */
    public boolean isAcknowledgedBy(String instanceId, Epoch closed) {
        return node(tree.acknowledgement(instanceId))
                .filter(node -> node.text().equals(closed.nonce()))
                .isPresent();
    }

    /** Returns the items that an instance owns in the current epoch. */
    public SortedSet<Integer> ownedBy(String instanceId) {
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

    public List<Node> childNodes(String path) {
        return found.computeIfAbsent(path, this::findChildNodes);
    }

    private List<Node> findChildNodes(String path) {
        List<Node> below = new ArrayList<>();
        for (String name : children.getOrDefault(path, Collections.emptySortedSet())) {
            node(path + "/" + name).ifPresent(below::add);
        }
        return List.copyOf(below);
    }

    public List<Node> instances() {
        return childNodes(tree.instances()).stream().filter(JobView::isBound).toList();
    }

    /** Returns the sessions of the members. */
    public Set<Long> memberSessions() {
        if (sessionsAsOf != memberChanges) {
            sessionsAsOf = memberChanges;
            memberSessions = instances().stream().map(Node::owner).collect(Collectors.toUnmodifiableSet());
        }
        return memberSessions;
    }

    /** Returns whether an id is that of an instance of this engine. */
    public static boolean isOfThisEngine(String instanceId) {
        return InstanceIdentity.parse(instanceId).map(InstanceIdentity::isOurs).orElse(false);
    }

    public List<Node> servers() {
        return childNodes(tree.servers());
    }

    public boolean isServerEnabled(String ip) {
        return node(tree.server(ip))
                .map(node -> !node.text().strip().equals(JobTree.DISABLED))
                .orElse(false);
    }

    public Optional<Node> ownRequests() {
        return ownRequestsPath.flatMap(this::node);
    }

    /** Returns the record of an item; {@link RunRecord#NONE} if it has no node. */
    public RunRecord record(int item) {
        RunRecord known = records.get(item);
        if (known == null) {
            known = node(tree.item(item))
                    .map(node -> RunRecord.decode(node.text()))
                    .orElse(RunRecord.NONE);
            records.put(item, known);
        }
        return known;
    }

    public Optional<Node> itemNode(int item) {
        return node(tree.item(item));
    }

    public Optional<Node> running(int item) {
        return node(tree.running(item)).filter(JobView::isBound);
    }

    public boolean isDisabled(int item) {
        return exists(tree.disabled(item));
    }

    public boolean isMisfireDisplayed(int item) {
        return exists(tree.misfire(item));
    }

    public static String name(Node node) {
        return node.path().substring(node.path().lastIndexOf('/') + 1);
    }
}
