package dev.elasticjob.engine.context;

import static dev.elasticjob.engine.rule.Rule.MEMBER_COMMITS_CHECK_MEMBERSHIP;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Conflict;
import dev.elasticjob.registry.CommitResult.Refused;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Hint;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The commits of a job. Each {@link Slot} has the commits that are under way, its back-off, and the size that its
 * transactions may have. Whatever the result, the view is correct afterwards or knows what it does not know:
 *
 * <ul>
 *   <li>A committed transaction is applied to the view, so that it need not be read.
 *   <li>A conflict means that the view was stale: the node that failed is read again, and the rules decide again.
 *   <li>An unknown outcome makes everything stale, to be read with a sync; the commit is then recognised by its nonce.
 *   <li>A rejected transaction is never repeated unchanged: the next one is at most half as large.
 * </ul>
 *
 * <p>A transaction that a member sends as a member checks that its instance node still exists. Versions repeat when a job is
 * removed and registered again; the id of an instance does not.
 */
public final class CommitSlots {

    /** Bytes of a transaction that are reserved for what it carries in addition to items; less where the limit is small. */
    private static final int RESERVED_BYTES = 20_000;

    /** A commit that conflicts this many times in a row is reported. */
    private static final int CONFLICTS_REPORTED = 20;

    /** How often the size limit of a slot's transactions is halved after a rejection. */
    private static final int MOST_HALVINGS = 6;

    /** How long a slot pauses when a transaction that cannot be split further was rejected. */
    private static final Duration REJECTED_PAUSE = Duration.ofMinutes(1);

    private final Effects effects;
    private final JobView view;
    private final Session session;
    private final Clocks clocks;
    private final Reports reports;
    private final Reads reads;
    private final Supplier<Optional<String>> memberNode;
    private final Runnable changed;
    private final Map<Slot, List<PendingCommit>> pending = new EnumMap<>(Slot.class);
    private final Map<Slot, Integer> failures = new EnumMap<>(Slot.class);
    private final Map<Slot, Duration> notBefore = new EnumMap<>(Slot.class);
    private final Map<Slot, Integer> halvings = new EnumMap<>(Slot.class);

    /**
     * Creates the slots, all free.
     *
     * @param memberNode the node of this instance while it is a member
     * @param changed called after a result was applied to the view
     */
    CommitSlots(
            Effects effects,
            JobView view,
            Session session,
            Clocks clocks,
            Reports reports,
            Reads reads,
            Supplier<Optional<String>> memberNode,
            Runnable changed) {
        this.effects = effects;
        this.view = view;
        this.session = session;
        this.clocks = clocks;
        this.reports = reports;
        this.reads = reads;
        this.memberNode = memberNode;
        this.changed = changed;
    }

    /** Returns whether nothing of the slot is under way and its back-off is over. */
    public boolean isFree(Slot slot) {
        return !isPending(slot) && effects.elapsed().compareTo(notBefore.getOrDefault(slot, Duration.ZERO)) >= 0;
    }

    public boolean isPending(Slot slot) {
        return pending.containsKey(slot);
    }

    /** Reconciles again when a back-off ends. */
    public void wakeAfterBackOff(Needs needs) {
        notBefore.forEach((slot, at) -> {
            if (!isPending(slot) && effects.elapsed().compareTo(at) < 0) {
                needs.wakeAt(at);
            }
        });
    }

    /** Returns how many bytes of items a transaction of this slot may carry: less after one was rejected as too large. */
    public int roomFor(Slot slot) {
        int limit = session.largestTransaction() >> halvings.getOrDefault(slot, 0);
        return limit - Math.min(RESERVED_BYTES, limit / 4);
    }

    /**
     * Sends a transaction.
     *
     * @param what names the commit in messages
     * @param then receives the result before the next reconciliation
     */
    public void send(Slot slot, String what, Transaction changes, Consumer<CommitResult> then) {
        Transaction transaction = slot == Slot.MEMBER ? asMember(changes) : changes;
        PendingCommit commit = new PendingCommit(transaction, then, effects.elapsed());
        pending.computeIfAbsent(slot, key -> new ArrayList<>()).add(commit);
        effects.commit(what, transaction, result -> {
            List<PendingCommit> underWay = pending.getOrDefault(slot, List.of());
            if (!underWay.contains(commit)) {
                return;
            }
            underWay.remove(commit);
            if (underWay.isEmpty()) {
                pending.remove(slot);
            }
            account(slot, what, commit, result);
            commit.hintsOfOthers(result).forEach(view::hint);
            then.accept(result);
            changed.run();
        });
    }

    private Transaction asMember(Transaction changes) {
        Optional<String> node = memberNode.get().filter(path -> MEMBER_COMMITS_CHECK_MEMBERSHIP.holds());
        if (node.isEmpty()) {
            return changes;
        }
        Transaction.Builder checked = Transaction.builder().checkExists(node.get());
        changes.ops().forEach(checked::add);
        return checked.build();
    }

    /** Sends a transaction whose result needs no further action. */
    public void send(Slot slot, String what, Transaction.Builder transaction) {
        send(slot, what, transaction.build(), result -> {});
    }

    /** Holds back a hint that a pending commit probably caused: its result says more than the hint does. */
    public boolean holdBack(Hint hint) {
        if (hint.below()) {
            return false;
        }
        for (List<PendingCommit> slot : pending.values()) {
            for (PendingCommit each : slot) {
                if (each.holdBack(hint)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** A session was opened: sizes are tried again. */
    public void resetSizes() {
        halvings.clear();
    }

    /** The session has ended: the outcome of what is under way is unknown. */
    public void abandonAll() {
        for (Slot slot : Slot.values()) {
            pending.getOrDefault(slot, List.of())
                    .forEach(each -> each.then.accept(new Unknown("the session was lost")));
            pending.remove(slot);
        }
    }

    private void account(Slot slot, String what, PendingCommit commit, CommitResult result) {
        if (result instanceof Committed committed) {
            failures.remove(slot);
            notBefore.remove(slot);
            reports.clear("commit " + slot);
            clocks.registryTimeIs(committed.time(), commit.sentAt);
            apply(commit.transaction, committed);
            return;
        }
        int times = failures.merge(slot, 1, Integer::sum);
        if (result instanceof Conflict conflict) {
            conflicted(slot, what, conflict, times);
        } else if (result instanceof Unknown) {
            reads.invalidateAll();
        } else if (result instanceof Refused refused) {
            notBefore.put(slot, effects.elapsed().plus(BackOff.after(times, effects)));
            rejected(slot, what, refused);
        }
    }

    private void conflicted(Slot slot, String what, Conflict conflict, int times) {
        String path = conflict.op().path();
        if (times > 1) {
            notBefore.put(slot, effects.elapsed().plus(BackOff.after(times - 1, effects)));
        }
        if (times >= CONFLICTS_REPORTED) {
            reports.report(
                    "commit " + slot,
                    "Commit '" + what + "' conflicts repeatedly at " + path
                            + ". It is retried; check whether another program changes this node");
        }
        view.hint(new Hint(path, true));
        view.hint(new Hint(JobTree.parent(path), false));
    }

    private void rejected(Slot slot, String what, Refused refused) {
        switch (refused.refusal()) {
            case NOT_CONNECTED, SESSION_OVER -> {}
            case TOO_LARGE, TOO_MANY_BOUND, LOST_TWICE -> {
                if (halvings.merge(slot, 1, Integer::sum) > MOST_HALVINGS) {
                    halvings.put(slot, MOST_HALVINGS);
                    notBefore.put(slot, effects.elapsed().plus(REJECTED_PAUSE));
                }
                reports.report(
                        "commit " + slot, "Commit '" + what + "' was rejected and is split: " + refused.reason());
            }
            default -> reports.report("commit " + slot, "Commit '" + what + "' was rejected: " + refused.reason());
        }
    }

    private void apply(Transaction transaction, Committed committed) {
        for (int i = 0; i < transaction.ops().size(); i++) {
            Transaction.Op op = transaction.ops().get(i);
            int version = committed.versions().get(i);
            if (op instanceof Transaction.Create create) {
                long owner = create.mode() == Transaction.Mode.BOUND ? session.id() : Node.NO_OWNER;
                view.created(new Node(
                        op.path(),
                        create.data(),
                        version,
                        committed.number(),
                        committed.number(),
                        committed.time(),
                        owner));
            } else if (op instanceof Transaction.Set set) {
                Optional<Node> before = view.node(op.path());
                if (before.isPresent()) {
                    view.put(
                            op.path(),
                            Optional.of(new Node(
                                    op.path(),
                                    set.data(),
                                    version,
                                    before.get().created(),
                                    committed.number(),
                                    committed.time(),
                                    before.get().owner())));
                }
            } else if (op instanceof Transaction.Delete) {
                view.deleted(op.path());
            }
        }
    }
}
