package dev.elasticjob.engine;

import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    public AskedRun(String jobName, String runId, int total) {
        tree = new JobTree(jobName);
        this.runId = runId;
        this.total = total;
    }

    /** Below this node everything is that it depends on. */
    public static String watched(String jobName) {
        return new JobTree(jobName).items();
    }

    public ReadRequest toRead() {
        List<String> items = new ArrayList<>();
        for (int item = 0; item < total; item++) {
            if (!ended.containsKey(item)) {
                items.add(tree.item(item));
            }
        }
        return ReadRequest.of(tree.epoch(), tree.config()).nodes(items);
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

    /** Takes over what the records tell; answers {@link #result()}. */
    public Optional<Map<Integer, End>> read(Snapshot snapshot) {
        boolean removed = snapshot.node(tree.config()).isEmpty();
        int totalNow = snapshot.node(tree.epoch())
                .flatMap(node -> Epoch.decode(node.text()))
                .map(Epoch::total)
                .orElse(total);
        for (int item = 0; item < total; item++) {
            if (!ended.containsKey(item)) {
                RunRecord record = snapshot.node(tree.item(item))
                        .map(node -> RunRecord.decode(node.text()))
                        .orElse(RunRecord.NONE);
                end(item, record, removed || item >= totalNow);
            }
        }
        return result();
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
