package dev.elasticjob.engine.requests;

import static dev.elasticjob.engine.rule.Rule.DROPPED_REQUEST_IS_REPORTED;
import static dev.elasticjob.engine.rule.Rule.REQUEST_WAITS_FOR_OWNER;
import static dev.elasticjob.engine.rule.Rule.SERVED_REQUEST_IS_SKIPPED;
import static dev.elasticjob.engine.rule.Rule.UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.identity.InstanceNode;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/** The runs that are requested of this instance, by the application on any instance or by an operator. */
public final class OwnRequests {

    private final JobContext job;
    /** The last known change of the request node, by another writer or by this instance. */
    private long known = -1;

    public OwnRequests(JobContext job) {
        this.job = job;
    }

    /** Returns whether the request node was changed by another writer since this method was called last. */
    public boolean takeNews() {
        boolean areNew = lastChange() != known;
        known = lastChange();
        return areNew;
    }

    boolean areKnown() {
        return lastChange() == known;
    }

    /** This instance has changed the request node itself. */
    public void changedHere() {
        known = lastChange();
    }

    private long lastChange() {
        return job.view().ownRequests().map(Node::modified).orElse(-1L);
    }

    /** Returns what is requested and has not run yet: a request that was repeated, or was served unnoticed, runs once. */
    public RunRequests open(Epoch epoch) {
        return RequestChanges.requestedOf(job, job.id())
                .without((runId, item) -> SERVED_REQUEST_IS_SKIPPED.holds()
                        && UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED.holds()
                        && epoch.owns(job.id(), item)
                        && job.view().isItemFresh(item)
                        && job.view().record(item).stateOf(runId).isPresent());
    }

    /** Adds to a start that only these requests are left, and returns whether that changes the request node. */
    public boolean addRemainder(Transaction.Builder transaction, RunRequests left) {
        Optional<Node> node = job.view().ownRequests();
        if (node.isEmpty()
                || isBlankWithoutItems()
                || !left.isEmpty() && left.encode().equals(node.get().text())) {
            return false;
        }
        RequestChanges.addOwn(replaced(node.get(), left), transaction, job);
        return true;
    }

    private static Transaction.Builder replaced(Node node, RunRequests left) {
        return left.isEmpty()
                ? Transaction.builder().delete(node.path(), node.version())
                : Transaction.builder().set(node.path(), left.encode(), node.version());
    }

    /** Returns whether the request node is blank while this instance owns no items: {@link #cleanUp} decides about it. */
    private boolean isBlankWithoutItems() {
        return job.ownedItems().isEmpty()
                && job.view()
                        .ownRequests()
                        .filter(node -> RunRequests.decode(node.text()).isEmpty())
                        .isPresent();
    }

    /**
     * Nothing that is requested can be started now. Requests that can never be served are deleted; a blank node is replaced
     * by the items that it stands for, so that it does not change its meaning when items move.
     */
    public void cleanUp(Epoch epoch, RunRequests open) {
        Optional<Node> node = job.view().ownRequests();
        if (node.isEmpty() || !job.commits().isFree(Slot.MEMBER)) {
            return;
        }
        String id = job.id();
        boolean isBlank = RunRequests.decode(node.get().text()).isEmpty();
        if (isBlank && !epoch.members().contains(id)) {
            // The next epoch lists this instance, and then the request is for the items that it owns.
            return;
        }
        boolean canStillRun = open.items().stream()
                // The leader moves what another instance owns, or will own when there is one.
                .anyMatch(item -> REQUEST_WAITS_FOR_OWNER.holds()
                        ? item < epoch.total()
                                && !(epoch.owns(id, item) && job.view().isDisabled(item))
                        : epoch.owns(id, item) && !job.view().isDisabled(item));
        boolean asksForRuns = isBlank || !open.requests().isEmpty() || open.isEmpty();
        if (!canStillRun && asksForRuns) {
            if (DROPPED_REQUEST_IS_REPORTED.holds()) {
                RequestChanges.reportDropped(job, node.get(), open);
            }
            commit("remove run requests that cannot be served", replaced(node.get(), open.withoutRuns()));
        } else if (!open.encode().equals(node.get().text())) {
            commit(
                    "write down the requested items",
                    Transaction.builder()
                            .set(node.get().path(), open.encode(), node.get().version()));
        }
    }

    private void commit(String what, Transaction.Builder change) {
        Transaction.Builder transaction = Transaction.builder();
        RequestChanges.addOwn(change, transaction, job);
        job.commits().send(Slot.MEMBER, what, transaction);
    }

    /** Removes kills that are dealt with. */
    void remove(Collection<RunRequests.Kill> settled) {
        Optional<Node> node = job.view().ownRequests();
        if (node.isPresent() && job.commits().isFree(Slot.MEMBER)) {
            RunRequests left = RunRequests.decode(node.get().text())
                    .orElse(RunRequests.NONE)
                    .withoutKills(settled);
            commit("remove kills that are dealt with", replaced(node.get(), left));
        }
    }

    /** Reports what a later version may have requested; it is kept for an instance of that version. */
    public void reportUnreadable() {
        List<String> unreadable = RequestChanges.requestedOf(job, job.id()).unreadable();
        if (unreadable.isEmpty()) {
            job.reports().clear("unreadable requests");
        } else {
            job.reports()
                    .report(
                            "unreadable requests",
                            "Run requests in " + job.tree().trigger(job.id()) + " are not readable by this version: "
                                    + unreadable + ". They are kept for an instance of a later version;"
                                    + " delete the node if there is none");
        }
    }

    /** A 2.x console wrote {@code TRIGGER} into this instance's node: that becomes a request like any other. */
    public void takeTriggerWord() {
        Optional<Epoch> epoch = job.view().epoch();
        Optional<Node> own = job.view().node(job.tree().instance(job.id()));
        boolean requested = own.isPresent() && own.get().text().strip().equals(JobTree.TRIGGER_WORD);
        if (!requested
                || epoch.isEmpty()
                || !epoch.get().open()
                || !job.commits().isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder()
                .set(
                        own.get().path(),
                        InstanceNode.encode(job.instance().orElseThrow()),
                        own.get().version());
        SortedSet<Integer> owned = job.ownedItems();
        if (!owned.isEmpty()) {
            String runId = RunRequests.operatorRunId(own.get().modified());
            RequestChanges changes = new RequestChanges(job);
            changes.append(job.id(), RunRequests.of(runId, RunSource.MANUAL_TRIGGER, owned));
            changes.addTo(transaction);
        }
        job.commits().send(Slot.MEMBER, "take a run request from the instance node", transaction);
    }
}
