package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.DROPPED_REQUEST_IS_REPORTED;
import static dev.elasticjob.engine.Rule.REQUEST_WAITS_FOR_OWNER;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.identity.InstanceNode;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Runs that somebody asks for, other than the clock: the application, through {@link JobMachine#execute}, or an operator,
 * through the registry. All become requests to the owners of the items, which {@link StartPlan} serves.
 */
final class Requests {

    private final JobMachine job;
    private final Wishes wishes;
    /** When what we are asked for was last changed, as far as {@link #areNew} was told. */
    private long seen = -1;

    Requests(JobMachine job) {
        this.job = job;
        wishes = new Wishes(job);
    }

    void execute(String runId, RunSource source) {
        wishes.add(runId, source);
    }

    Wishes wishes() {
        return wishes;
    }

    boolean wantsTriggers() {
        return !wishes.isEmpty();
    }

    /** Whether what we are asked for has changed since this was called last, other than by ourselves. */
    boolean areNew() {
        boolean areNew = ownChange() != seen;
        areKnown();
        return areNew;
    }

    /** What we are asked for is what we have made of it. */
    void areKnown() {
        seen = ownChange();
    }

    private long ownChange() {
        return job.view.ownTrigger().map(Node::modified).orElse(-1L);
    }

    /** Sees which runs that the application wants can begin here. */
    void judge(StartPlan plan) {
        job.view.epoch().ifPresent(epoch -> wishes.judge(epoch, plan));
    }

    void pass() {
        askOwners();
        takeTriggerWord();
    }

    /**
     * Asks the owner of every item for a run of it, in one transaction. When its answer is not heard the log tells whether
     * that has happened.
     */
    private void askOwners() {
        Optional<Epoch> epoch = job.view.epoch();
        if (wishes.isEmpty() || epoch.isEmpty() || !epoch.get().open() || !job.isFree(Slot.MEMBER)) {
            return;
        }
        if (!job.view.areTriggersFresh()) {
            return;
        }
        List<Wishes.Wish> taken = limited(wishes.toAskFor());
        if (taken.isEmpty()) {
            return;
        }
        TriggerChanges changes = new TriggerChanges(job);
        SortedSet<String> owners = new TreeSet<>();
        for (Wishes.Wish wish : taken) {
            epoch.get().byOwner(wish.left, job.instance.jobInstanceId()).forEach((owner, items) -> {
                owners.add(owner);
                changes.ask(owner, Triggers.of(wish.runId, wish.source, items));
            });
        }
        Transaction.Builder transaction = Transaction.builder()
                .checkExists(job.tree.config())
                .check(job.tree.epoch(), job.view.epochNode().orElseThrow().version());
        RequestLog.Attempt attempt = new RequestLog.Attempt(
                job.effects.nonce(), job.view.requestLog(), epoch.get().total());
        changes.addTo(transaction, attempt.nonce());
        wishes.asking(taken, attempt);
        boolean wereKnown = owners.contains(job.instance.jobInstanceId()) && ownChange() == seen;
        if (wereKnown) {
            // What their starts depend on is read while the owners are asked.
            job.view.itemsStale(job.view.ownedBy(job.instance.jobInstanceId()));
        }
        job.commit(Slot.MEMBER, "ask for a run", transaction.build(), result -> {
            if (result instanceof Committed && wereKnown) {
                areKnown();
            }
            wishes.asked(taken, result);
        });
    }

    /**
     * Returns as many of the runs as fit: all pending requests must fit into one transaction, because a new epoch moves them.
     * The others are requested when pending ones have started.
     */
    private List<Wishes.Wish> limited(List<Wishes.Wish> wanted) {
        int room = job.largestTransaction / 2;
        boolean anyPending = false;
        for (Node node : job.view.triggers()) {
            room -= Triggers.decode(node.text()).map(Triggers::largestEncoding).orElse(0);
            anyPending = true;
        }
        List<Wishes.Wish> fitting = new ArrayList<>();
        for (Wishes.Wish wish : wanted) {
            room -= Triggers.largestEncoding(Triggers.of(wish.runId, wish.source, wish.left));
            if (room < 0 && (anyPending || !fitting.isEmpty())) {
                job.watchTree(job.tree.triggers());
                break;
            }
            fitting.add(wish);
        }
        return fitting;
    }

    /** A 2.x console wrote its word into our instance node: it becomes a request like any other. */
    private void takeTriggerWord() {
        Optional<Epoch> epoch = job.view.epoch();
        Optional<Node> own = job.view.node(job.tree.instance(job.instance.jobInstanceId()));
        boolean asked = own.isPresent() && own.get().text().strip().equals(JobTree.TRIGGER_WORD);
        if (!asked || epoch.isEmpty() || !epoch.get().open() || !job.isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder()
                .set(
                        own.get().path(),
                        InstanceNode.encode(job.instance),
                        own.get().version());
        SortedSet<Integer> owned = job.view.ownedBy(job.instance.jobInstanceId());
        if (!owned.isEmpty()) {
            String runId =
                    TriggerMoves.RUN_ID_PREFIX + Long.toHexString(own.get().modified());
            TriggerChanges changes = new TriggerChanges(job);
            changes.ask(job.instance.jobInstanceId(), Triggers.of(runId, RunSource.MANUAL_TRIGGER, owned));
            changes.addTo(transaction);
        }
        job.commit(Slot.MEMBER, "take a request from the instance node", transaction.build(), result -> {});
    }

    /**
     * Nothing that we are asked for can be started now. What can never be is removed; what an empty node asks for is written
     * down, so that it stays the same when items move.
     */
    void tidy(Epoch epoch, Triggers open) {
        Optional<Node> node = job.view.ownTrigger();
        if (node.isEmpty() || !job.isFree(Slot.MEMBER)) {
            return;
        }
        String id = job.instance.jobInstanceId();
        boolean isBlank = Triggers.decode(node.get().text()).isEmpty();
        if (isBlank && !epoch.members().contains(id)) {
            // The next epoch lists this instance, and then the request is for the items that it owns.
            return;
        }
        boolean canStillRun = open.items().stream()
                // The leader moves what another instance owns, or will own when there is one.
                .anyMatch(item -> REQUEST_WAITS_FOR_OWNER.holds()
                        ? item < epoch.total() && !(epoch.owns(id, item) && job.view.isDisabled(item))
                        : epoch.owns(id, item) && !job.view.isDisabled(item));
        if (!canStillRun) {
            if (DROPPED_REQUEST_IS_REPORTED.holds()) {
                reportDropped(job, node.get(), open);
            }
            commitOwn(
                    "remove a request for nothing",
                    Transaction.builder().delete(node.get().path(), node.get().version()));
        } else if (!open.encode().equals(node.get().text())) {
            commitOwn(
                    "write down what is asked for",
                    Transaction.builder()
                            .set(node.get().path(), open.encode(), node.get().version()));
        }
    }

    /** Whether the request node is blank and this instance owns no items: {@link #tidy} decides what becomes of it. */
    boolean isForNothing() {
        return job.view.ownedBy(job.instance.jobInstanceId()).isEmpty()
                && job.view
                        .ownTrigger()
                        .filter(node -> Triggers.decode(node.text()).isEmpty())
                        .isPresent();
    }

    /** Reports that requests are deleted without a run. */
    static void reportDropped(JobMachine job, Node node, Triggers dropped) {
        String reason;
        if (dropped.isEmpty()) {
            reason = "Run " + TriggerMoves.runId(node) + " was requested of " + JobView.name(node)
                    + ", which owns no items; the request is deleted";
        } else {
            reason = "Runs "
                    + dropped.requests().stream().map(Triggers.Request::runId).toList() + " of items "
                    + Triggers.ranges(dropped.items())
                    + " were requested, but these items are disabled or no longer exist;"
                    + " the requests are deleted";
        }
        job.report("trigger", reason);
    }

    private void commitOwn(String what, Transaction.Builder change) {
        Transaction.Builder transaction = Transaction.builder();
        TriggerChanges.addOwn(change, transaction, job);
        job.commit(Slot.MEMBER, what, transaction.build(), result -> {});
    }
}
