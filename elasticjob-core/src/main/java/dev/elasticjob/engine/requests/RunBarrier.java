package dev.elasticjob.engine.requests;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The barrier of a distribute-once listener. The items of a run arrive at it as they start, or as they are completed. When all
 * have arrived, one of the waiting instances claims the callback. Pure like the rest of the engine: the input is what was
 * read, the result is the next step.
 *
 * <p>The node {@code guarantee/{side}/{item}} lists the runs for which the item has arrived. The data of {@code
 * guarantee/{side}} lists the claims by run; it is changed by version, so that a run is claimed once. A claim is never
 * withdrawn from an instance that died: its callback may have had its effect.
 *
 * <p>An operator's tool requests a separate run from every instance, and nothing shows that these runs belong together.
 * Therefore those that are seen within a window count as one, under an identity that the first instance records.
 */
public final class RunBarrier {

    /** Which end of a run. */
    public enum Side {
        STARTED,
        COMPLETED;

        String folder(JobTree tree) {
            return tree.guarantee() + (this == STARTED ? "/started" : "/completed");
        }
    }

    /** What to do next. */
    public sealed interface Step {

        /** Commit this, then read and decide again, whatever came of it. */
        record Commit(String what, Transaction transaction) implements Step {}

        /** Wait until something changes. */
        record Wait(String forWhat) implements Step {}

        /** All items have arrived, and this instance has claimed the callback: call it, then {@link RunBarrier#called()}. */
        record Call() implements Step {}

        /** It is over: the callback was called, here or elsewhere. */
        record Passed() implements Step {}

        /** The job was removed. */
        record Removed() implements Step {}
    }

    /** So many runs are remembered: slow instances may be some runs behind. */
    private static final int REMEMBERED = 8;

    private static final String OPEN = "open";
    private static final String CLAIMED = "claimed";
    private static final String CALLED = "called";

    private final JobTree tree;
    private final Side side;
    private final String runId;
    private final SortedSet<Integer> items;
    private final int total;
    private final String instanceId;
    private final Duration window;
    private final Supplier<String> nonces;
    private Optional<String> identity;
    private Optional<String> claim = Optional.empty();
    private boolean called;
    private boolean come;

    /**
     * @param manual whether an operator requested the run, so that other instances run it under other ids
     * @param items the items that arrive at the barrier together
     * @param window the time within which runs that an operator requested count as one
     */
    public RunBarrier(
            String jobName,
            Side side,
            String runId,
            boolean manual,
            SortedSet<Integer> items,
            int total,
            String instanceId,
            Duration window,
            Supplier<String> nonces) {
        tree = new JobTree(jobName);
        this.side = side;
        this.runId = runId;
        this.items = new TreeSet<>(items);
        this.total = total;
        this.instanceId = instanceId;
        this.window = window;
        this.nonces = nonces;
        identity = manual ? Optional.empty() : Optional.of(runId);
    }

    /** Returns the node at or below which everything lies that the barrier depends on. */
    public String watched() {
        return side.folder(tree);
    }

    /** Returns whether other instances can see that the items have arrived; until then this instance may not leave. */
    public boolean hasCome() {
        return come;
    }

    /** The callback has returned or thrown. */
    public void called() {
        called = true;
    }

    private String folder() {
        return side.folder(tree);
    }

    private String arrival(int item) {
        return folder() + "/" + item;
    }

    public ReadRequest toRead() {
        List<String> paths = new ArrayList<>(
                List.of(tree.config(), tree.guarantee(), Side.STARTED.folder(tree), Side.COMPLETED.folder(tree)));
        for (int item = 0; item < total; item++) {
            paths.add(arrival(item));
            paths.add(tree.disabled(item));
        }
        if (identity.isEmpty()) {
            items.forEach(item -> paths.add(Side.STARTED.folder(tree) + "/" + item));
        }
        return ReadRequest.empty().nodes(paths);
    }

    /** @param now the registry's time, as far as it is known */
    public Step decide(Snapshot snapshot, Instant now) {
        if (snapshot.node(tree.config()).isEmpty()) {
            return new Step.Removed();
        }
        Optional<Step> folders = makeFolders(snapshot);
        if (folders.isPresent()) {
            return folders.get();
        }
        if (identity.isEmpty()) {
            Optional<Step> named = findIdentity(snapshot, now);
            if (named.isPresent()) {
                return named.get();
            }
        }
        Optional<Step> arriving = arrive(snapshot);
        if (arriving.isPresent()) {
            return arriving.get();
        }
        come = true;
        return pass(snapshot);
    }

    private Optional<Step> makeFolders(Snapshot snapshot) {
        Transaction.Builder transaction = Transaction.builder().checkExists(tree.config());
        boolean any = false;
        for (String path : List.of(tree.guarantee(), Side.STARTED.folder(tree), Side.COMPLETED.folder(tree))) {
            if (snapshot.node(path).isEmpty()) {
                transaction.create(path, "", Mode.PERSISTENT);
                any = true;
            }
        }
        return any ? Optional.of(new Step.Commit("make room for barriers", transaction.build())) : Optional.empty();
    }

    // ---- which run it is ----

    /** Returns the identity under which an item has arrived already, or one that is open, or a new one. */
    private Optional<Step> findIdentity(Snapshot snapshot, Instant now) {
        for (int item : items) {
            for (String[] line : lines(snapshot.node(Side.STARTED.folder(tree) + "/" + item))) {
                if (line.length == 2 && line[1].equals(runId)) {
                    identity = Optional.of(line[0]);
                    return Optional.empty();
                }
            }
        }
        Node folder = snapshot.node(Side.STARTED.folder(tree)).orElseThrow();
        for (String[] line : lines(Optional.of(folder))) {
            if (line.length == 3 && line[1].equals(OPEN) && isWithinWindow(line[2], now)) {
                boolean areOwnItemsNew = items.stream()
                        .noneMatch(item -> hasCome(snapshot.node(Side.STARTED.folder(tree) + "/" + item), line[0]));
                if (areOwnItemsNew && !isClaimed(folder, line[0])) {
                    identity = Optional.of(line[0]);
                    return Optional.empty();
                }
            }
        }
        String fresh = "manual-" + nonces.get();
        return Optional.of(new Step.Commit(
                "open a barrier",
                Transaction.builder()
                        .checkExists(tree.config())
                        .set(
                                folder.path(),
                                with(folder, fresh + " " + OPEN + " " + now.toEpochMilli()),
                                folder.version())
                        .build()));
    }

    private boolean isWithinWindow(String openedAt, Instant now) {
        try {
            Instant opened = Instant.ofEpochMilli(Long.parseLong(openedAt));
            return Duration.between(opened, now).abs().compareTo(window) <= 0;
        } catch (NumberFormatException unreadable) {
            return false;
        }
    }

    private static boolean isClaimed(Node folder, String identity) {
        return lines(Optional.of(folder)).stream().anyMatch(line -> line[0].equals(identity) && !line[1].equals(OPEN));
    }

    // ---- arrivals ----

    private Optional<Step> arrive(Snapshot snapshot) {
        Transaction.Builder transaction = Transaction.builder().checkExists(tree.config());
        boolean any = false;
        for (int item : items) {
            Optional<Node> node = snapshot.node(arrival(item));
            if (!hasCome(node, identity.orElseThrow())) {
                any = true;
                String line = identity.orElseThrow() + " " + runId;
                if (node.isEmpty()) {
                    transaction.create(arrival(item), line + "\n", Mode.PERSISTENT);
                } else {
                    transaction.set(
                            arrival(item), with(node.get(), line), node.get().version());
                }
            }
        }
        return any ? Optional.of(new Step.Commit("arrive at the barrier", transaction.build())) : Optional.empty();
    }

    private static boolean hasCome(Optional<Node> node, String identity) {
        return lines(node).stream().anyMatch(line -> line[0].equals(identity));
    }

    // ---- passing ----

    private Step pass(Snapshot snapshot) {
        Node folder = snapshot.node(folder()).orElseThrow();
        for (String[] line : lines(Optional.of(folder))) {
            if (line[0].equals(identity.orElseThrow()) && line.length == 4) {
                return claimed(folder, line);
            }
        }
        SortedSet<Integer> missing = new TreeSet<>();
        for (int item = 0; item < total; item++) {
            if (!hasCome(snapshot.node(arrival(item)), identity.orElseThrow())
                    && snapshot.node(tree.disabled(item)).isEmpty()) {
                missing.add(item);
            }
        }
        if (!missing.isEmpty()) {
            return new Step.Wait("items " + missing);
        }
        claim = Optional.of(nonces.get());
        return write("claim the barrier", folder, CLAIMED);
    }

    private Step claimed(Node folder, String[] line) {
        boolean claimedHere = claim.isPresent() && line[3].equals(claim.get());
        if (line[1].equals(CALLED)) {
            return new Step.Passed();
        }
        if (!claimedHere) {
            return new Step.Wait("the callback on " + line[2]);
        }
        return called ? write("tell that the callback was called", folder, CALLED) : new Step.Call();
    }

    private Step write(String what, Node folder, String state) {
        String line = identity.orElseThrow() + " " + state + " " + instanceId + " " + claim.orElseThrow();
        return new Step.Commit(
                what,
                Transaction.builder()
                        .checkExists(tree.config())
                        .set(folder.path(), with(folder, line), folder.version())
                        .build());
    }

    // ---- lines ----

    private static List<String[]> lines(Optional<Node> node) {
        List<String[]> lines = new ArrayList<>();
        for (String line : node.map(Node::text).orElse("").split("\n")) {
            String[] parts = line.split(" ");
            if (parts.length >= 2) {
                lines.add(parts);
            }
        }
        return lines;
    }

    /** The newest first; the one of the same identity is replaced. */
    private static String with(Node node, String line) {
        StringBuilder text = new StringBuilder(line).append('\n');
        String same = line.substring(0, line.indexOf(' '));
        int kept = 1;
        for (String[] parts : lines(Optional.of(node))) {
            if (kept < REMEMBERED && !parts[0].equals(same)) {
                text.append(String.join(" ", parts)).append('\n');
                kept++;
            }
        }
        return text.toString();
    }
}
