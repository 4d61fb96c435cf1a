package dev.elasticjob.engine.requests;

import dev.elasticjob.engine.context.RunEnd;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** The progress of a run that was requested from all owners, by the records of its items. Pure: it is given what was read. */
public final class RunProgress {

    private final JobTree tree;
    private final String runId;
    private final int total;
    private final Map<Integer, RunEnd> ended = new HashMap<>();
    private final Map<Integer, Boolean> begun = new HashMap<>();
    /** The request nodes of the last answer. */
    private Set<String> requestNodes = new HashSet<>();
    /** Items that have not begun and are no longer requested of any instance, by the last answer. */
    private final Set<Integer> dropped = new HashSet<>();

    /** Items that were started by an instance that is no longer a member, by the last answer. */
    private Set<Integer> withoutInstance = new HashSet<>();

    private boolean mustReadAgain;

    public RunProgress(String jobName, String runId, int total) {
        tree = new JobTree(jobName);
        this.runId = runId;
        this.total = total;
    }

    /** Returns the nodes below which everything lies that the progress depends on. */
    public static List<String> watched(String jobName) {
        JobTree tree = new JobTree(jobName);
        return List.of(tree.items(), tree.triggers());
    }

    /** Returns whether a change there may matter: marks change only together with the records that they belong to. */
    public boolean dependsOn(Hint hint) {
        return hint.below()
                || !hint.path().startsWith(tree.items() + "/")
                || JobTree.parent(hint.path()).equals(tree.items())
                || begun.keySet().stream().anyMatch(item -> hint.path().equals(tree.running(item)));
    }

    /**
     * Returns what to read next.
     *
     * @param failover whether a run that is lost with its instance fails over; only otherwise the members matter
     */
    public ReadRequest toRead(boolean failover) {
        List<String> items = new ArrayList<>();
        for (int item = 0; item < total; item++) {
            if (!ended.containsKey(item)) {
                items.add(tree.item(item));
            }
        }
        return ReadRequest.of(tree.epoch(), tree.config())
                .nodes(items)
                .nodes(withoutInstance.stream().map(tree::running).toList())
                .nodes(requestNodes)
                .children(failover ? List.of(tree.triggers()) : List.of(tree.triggers(), tree.instances()));
    }

    /** The instance that ran an item reports its end. */
    public void ended(int item, RunEnd end) {
        ended.putIfAbsent(item, end);
    }

    /** Returns how every item ended, once all have. */
    public Optional<Map<Integer, RunEnd>> result() {
        return ended.size() == total ? Optional.of(Map.copyOf(ended)) : Optional.empty();
    }

    /** Returns whether the last answer leaves a doubt that another read settles. */
    public boolean mustReadAgain() {
        return mustReadAgain;
    }

    /**
     * Applies what was read, and returns {@link #result()}.
     *
     * @param failover whether a run that is lost with its instance fails over
     */
    public Optional<Map<Integer, RunEnd>> read(Snapshot snapshot, boolean failover) {
        boolean removed = snapshot.node(tree.config()).isEmpty();
        int totalNow = snapshot.node(tree.epoch())
                .flatMap(node -> Epoch.decode(node.text()))
                .map(Epoch::total)
                .orElse(total);
        Set<Integer> waiting = waiting(snapshot);
        if (failover) {
            withoutInstance.clear();
        } else {
            abandonLostRuns(snapshot);
        }
        for (int item = 0; item < total; item++) {
            if (!ended.containsKey(item)) {
                RunRecord record = snapshot.node(tree.item(item))
                        .map(node -> RunRecord.decode(node.text()))
                        .orElse(RunRecord.NONE);
                end(item, record, removed || item >= totalNow || isDroppedForGood(item, waiting));
            }
        }
        dropped.removeAll(ended.keySet());
        dropped.removeAll(begun.keySet());
        mustReadAgain |= !dropped.isEmpty();
        return result();
    }

    /**
     * Ends lost runs as abandoned. A run is lost when neither its instance nor its mark exists; without failover no instance
     * changes its record before the next run of the item. The mark is read once the instance is known to be gone: an instance
     * that leaves lets its runs end.
     */
    private void abandonLostRuns(Snapshot snapshot) {
        Set<Integer> gone = new HashSet<>();
        for (int item = 0; item < total; item++) {
            if (ended.containsKey(item) || !isStartedByFormerMember(item, snapshot)) {
                continue;
            }
            if (!withoutInstance.contains(item)) {
                gone.add(item);
                mustReadAgain = true;
            } else if (snapshot.node(tree.running(item)).isEmpty()) {
                ended.put(item, RunEnd.ABANDONED);
            } else {
                gone.add(item);
            }
        }
        withoutInstance = gone;
    }

    private boolean isStartedByFormerMember(int item, Snapshot snapshot) {
        RunRecord record = snapshot.node(tree.item(item))
                .map(node -> RunRecord.decode(node.text()))
                .orElse(RunRecord.NONE);
        return record.isStarted()
                && record.stateOf(runId).isPresent()
                && !snapshot.children(tree.instances())
                        .contains(record.run().orElseThrow().instanceId());
    }

    /** Returns the items that are still requested of an instance; all of them if there are requests that were not read. */
    private Set<Integer> waiting(Snapshot snapshot) {
        Set<String> nodes = new HashSet<>();
        snapshot.children(tree.triggers()).forEach(name -> nodes.add(tree.trigger(name)));
        mustReadAgain = !requestNodes.containsAll(nodes);
        requestNodes = nodes;
        Set<Integer> waiting = new HashSet<>();
        if (mustReadAgain) {
            IntStream.range(0, total).forEach(waiting::add);
        }
        for (String node : nodes) {
            snapshot.node(node)
                    .flatMap(each -> RunRequests.decode(each.text()))
                    .ifPresent(requests -> requests.requests().stream()
                            .filter(request -> request.runId().equals(runId))
                            .forEach(request -> waiting.addAll(request.items())));
        }
        return waiting;
    }

    /** Returns whether the item is not requested in two answers in a row: an answer is not always of one moment. */
    private boolean isDroppedForGood(int item, Set<Integer> waiting) {
        if (waiting.contains(item)) {
            dropped.remove(item);
            return false;
        }
        return !dropped.add(item);
    }

    private void end(int item, RunRecord record, boolean neverAgain) {
        if (record.stateOf(runId).isPresent()) {
            record.finalStateOf(runId)
                    .flatMap(RunEnd::of)
                    .ifPresentOrElse(end -> ended.put(item, end), () -> begun.put(item, true));
        } else if (begun.containsKey(item)) {
            ended.put(item, RunEnd.UNKNOWN);
        } else if (neverAgain) {
            ended.put(item, RunEnd.ABANDONED);
        }
    }
}
