package dev.elasticjob.engine;

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

/** What becomes of a run that all owners were asked for, told by the records of its items. */
public final class AskedRun {

    /** How an item of the run ended. */
    public enum End {
        DONE,
        FAILED,
        ABANDONED,
        UNKNOWN
    }

    private final JobTree tree;
    private final String runId;
    private final int total;
    private final Map<Integer, End> ended = new HashMap<>();
    private final Map<Integer, Boolean> begun = new HashMap<>();
    /** What owners are asked for, as far as the last answer tells. */
    private Set<String> requestNodes = new HashSet<>();
    /** Items that have not begun and that nobody is asked for any more, by the last answer. */
    private final Set<Integer> dropped = new HashSet<>();

    private boolean mustReadAgain;

    public AskedRun(String jobName, String runId, int total) {
        tree = new JobTree(jobName);
        this.runId = runId;
        this.total = total;
    }

    /** Below these nodes everything is that it depends on. */
    public static List<String> watched(String jobName) {
        JobTree tree = new JobTree(jobName);
        return List.of(tree.items(), tree.triggers());
    }

    /** Whether what has changed there may tell something: marks come and go with the records that they belong to. */
    public boolean dependsOn(Hint hint) {
        return hint.below()
                || !hint.path().startsWith(tree.items() + "/")
                || JobView.parent(hint.path()).equals(tree.items());
    }

    public ReadRequest toRead() {
        List<String> items = new ArrayList<>();
        for (int item = 0; item < total; item++) {
            if (!ended.containsKey(item)) {
                items.add(tree.item(item));
            }
        }
        return ReadRequest.of(tree.epoch(), tree.config())
                .nodes(items)
                .nodes(requestNodes)
                .children(List.of(tree.triggers()));
    }

    static Optional<End> endOf(RunRecord.State state) {
        return switch (state) {
            case STARTED -> Optional.empty();
            case DONE -> Optional.of(End.DONE);
            case FAILED -> Optional.of(End.FAILED);
            case ABANDONED -> Optional.of(End.ABANDONED);
        };
    }

    /** Whoever ran the item tells how it ended. */
    public void ended(int item, End end) {
        ended.putIfAbsent(item, end);
    }

    /** How every item ended, once all have. */
    public Optional<Map<Integer, End>> result() {
        return ended.size() == total ? Optional.of(Map.copyOf(ended)) : Optional.empty();
    }

    /** Whether the last answer leaves a doubt that the next settles. */
    public boolean mustReadAgain() {
        return mustReadAgain;
    }

    /** Takes over what the records tell; answers {@link #result()}. */
    public Optional<Map<Integer, End>> read(Snapshot snapshot) {
        boolean removed = snapshot.node(tree.config()).isEmpty();
        int totalNow = snapshot.node(tree.epoch())
                .flatMap(node -> Epoch.decode(node.text()))
                .map(Epoch::total)
                .orElse(total);
        Set<Integer> waiting = waiting(snapshot);
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

    /** The items that somebody is still asked for, and all of them if there are requests that were not read. */
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
                    .flatMap(each -> Triggers.decode(each.text()))
                    .ifPresent(asked -> asked.requests().stream()
                            .filter(request -> request.runId().equals(runId))
                            .forEach(request -> waiting.addAll(request.items())));
        }
        return waiting;
    }

    /** Whether nobody is asked for the item twice in a row: an answer is not always of one moment. */
    private boolean isDroppedForGood(int item, Set<Integer> waiting) {
        if (waiting.contains(item)) {
            dropped.remove(item);
            return false;
        }
        return !dropped.add(item);
    }

    private void end(int item, RunRecord record, boolean neverAgain) {
        Optional<RunRecord.State> state = record.stateOf(runId);
        if (state.isPresent()) {
            endOf(state.get()).ifPresentOrElse(end -> ended.put(item, end), () -> begun.put(item, true));
        } else if (begun.containsKey(item)) {
            ended.put(item, End.UNKNOWN);
        } else if (neverAgain) {
            ended.put(item, End.ABANDONED);
        }
    }
}
