package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.DISABLED_SERVER_STAYS;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.items.ItemGeneration;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.identity.InstanceIdentity;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the leader does when nothing else is to be done, in small steps: it publishes the owners for tools that do not know
 * epochs, deletes the nodes of surplus items, and deletes servers that no instance has used for a day.
 */
final class Housekeeping {

    private static final int STEP = 500;
    private static final int SURPLUS_STEP = 100;
    private static final Duration SERVER_CHECK = Duration.ofHours(1);

    private final JobContext job;
    private Optional<Epoch> toPublish = Optional.empty();
    private Optional<Epoch> surplusFor = Optional.empty();
    private boolean mayHaveSurplus;
    private Optional<Epoch> seen = Optional.empty();
    private int publishedItems;
    private boolean reading;
    private long serversAsOf = -1;
    private Duration serversCheckedAgainAt = Duration.ZERO;

    Housekeeping(JobContext job) {
        this.job = job;
    }

    /** This instance does not lead: the leader has it all to do. */
    void forgetAsFollower() {
        seen = Optional.empty();
        toPublish = Optional.empty();
        surplusFor = Optional.empty();
    }

    boolean hasSeen(Epoch epoch) {
        return seen.map(Epoch::nonce).filter(epoch.nonce()::equals).isPresent();
    }

    /**
     * @param publishedHere whether this instance published the epoch, and so knows whether it leaves surplus items behind
     * @param arePublished whether the owners were published together with the epoch
     */
    void see(Epoch epoch, boolean publishedHere, boolean arePublished) {
        mayHaveSurplus |= !publishedHere || seen.isEmpty() || seen.get().total() > epoch.total();
        mayHaveSurplus &= epoch.number() > 1;
        seen = Optional.of(epoch);
        if (epoch.open()) {
            toPublish = Optional.of(epoch);
            publishedItems = arePublished ? epoch.total() : 0;
        }
    }

    /** Checks the published owners again: another program may have changed them. */
    void publishAgain() {
        toPublish = seen.filter(Epoch::open);
        publishedItems = 0;
    }

    void cleanUp() {
        if (reading || !job.commits().isFree(Slot.MEMBER)) {
            return;
        }
        if (toPublish.isPresent()) {
            publishOwners(toPublish.get());
        } else if (surplusFor.isPresent()) {
            removeSurplusItems(surplusFor.get());
        } else {
            removeUnusedServers();
        }
    }

    private void publishOwners(Epoch epoch) {
        List<String> paths = new ArrayList<>();
        for (int item = publishedItems; item < Math.min(publishedItems + STEP, epoch.total()); item++) {
            paths.add(job.tree().owner(item));
            paths.add(job.tree().item(item));
        }
        if (paths.isEmpty()) {
            toPublish = Optional.empty();
            if (mayHaveSurplus) {
                mayHaveSurplus = false;
                surplusFor = Optional.of(epoch);
                job.view().wantItemList(true);
                job.view().invalidateItemList();
            } else {
                removeUnusedServers();
            }
            return;
        }
        reading = true;
        long session = job.session().id();
        job.effects().read(ReadRequest.empty().nodes(paths), result -> {
            reading = false;
            if (result instanceof ReadResult.Snapshot snapshot
                    && session == job.session().id()
                    && job.isMember()
                    && toPublish.equals(Optional.of(epoch))
                    && job.commits().isFree(Slot.MEMBER)) {
                write(epoch, snapshot);
            }
            job.changed();
        });
    }

    private void write(Epoch epoch, ReadResult.Snapshot snapshot) {
        Transaction.Builder transaction = Transaction.builder().check(job.tree().epoch(), job.epochVersion());
        int end = publishedItems;
        boolean any = false;
        boolean createsItems = false;
        for (int item = publishedItems; item < Math.min(publishedItems + STEP, epoch.total()); item++) {
            if (transaction.bytes() > job.commits().roomFor(Slot.MEMBER)) {
                break;
            }
            end = item + 1;
            String owner = epoch.owner(item).orElse("");
            Optional<Node> node = snapshot.node(job.tree().owner(item));
            if (snapshot.node(job.tree().item(item)).isEmpty()) {
                transaction.create(job.tree().item(item), "", Mode.PERSISTENT);
                createsItems = true;
            }
            if (node.isEmpty()) {
                transaction.create(job.tree().owner(item), owner, Mode.PERSISTENT);
                any = true;
            } else if (!node.get().text().equals(owner)) {
                transaction.set(job.tree().owner(item), owner, node.get().version());
                any = true;
            }
        }
        if (!any) {
            publishedItems = end;
            return;
        }
        if (createsItems) {
            ItemGeneration.renew(transaction, job);
        }
        int next = end;
        job.commits().send(Slot.MEMBER, "publish owners", transaction.build(), result -> {
            if (result instanceof Committed) {
                publishedItems = next;
            }
        });
    }

    /** Deletes the items beyond the total, with everything below them. */
    private void removeSurplusItems(Epoch epoch) {
        List<Integer> surplus = job.view().itemNodes().tailSet(epoch.total()).stream()
                .limit(SURPLUS_STEP)
                .toList();
        if (surplus.isEmpty() || !job.view().epoch().equals(surplusFor)) {
            surplusFor = Optional.empty();
            job.view().wantItemList(false);
            return;
        }
        reading = true;
        long session = job.session().id();
        job.effects()
                .read(
                        ReadRequest.empty()
                                .children(surplus.stream().map(job.tree()::item).toList()),
                        result -> {
                            reading = false;
                            if (result instanceof ReadResult.Snapshot snapshot
                                    && session == job.session().id()
                                    && job.isMember()
                                    && job.view().epoch().equals(surplusFor)
                                    && job.commits().isFree(Slot.MEMBER)) {
                                delete(surplus, snapshot);
                            }
                            job.changed();
                        });
    }

    private void delete(List<Integer> surplus, ReadResult.Snapshot snapshot) {
        Transaction.Builder transaction = Transaction.builder().check(job.tree().epoch(), job.epochVersion());
        for (int item : surplus) {
            if (transaction.bytes() > job.commits().roomFor(Slot.MEMBER)) {
                // The next clean-up deletes the others.
                break;
            }
            for (String child : snapshot.children(job.tree().item(item))) {
                transaction.delete(job.tree().item(item) + "/" + child, Transaction.ANY_VERSION);
            }
            transaction.delete(job.tree().item(item), Transaction.ANY_VERSION);
        }
        job.commits().send(Slot.MEMBER, "remove surplus items", transaction);
    }

    /** Deletes unused servers, after a join or leave and once in a while. */
    private void removeUnusedServers() {
        Duration elapsed = job.effects().elapsed();
        boolean changed = job.view().memberChanges() != serversAsOf;
        if (job.clocks().registryAhead().isEmpty() || !changed && elapsed.compareTo(serversCheckedAgainAt) < 0) {
            return;
        }
        serversAsOf = job.view().memberChanges();
        serversCheckedAgainAt = elapsed.plus(SERVER_CHECK);
        Instant before = job.clocks().registryTime().minus(job.settings().serverRetention());
        Set<String> used = job.view().instances().stream()
                .map(node -> InstanceIdentity.parse(JobView.name(node)))
                .flatMap(Optional::stream)
                .map(InstanceIdentity::address)
                .collect(Collectors.toSet());
        Transaction.Builder transaction = Transaction.builder();
        for (Node server : job.view().servers()) {
            String ip = JobView.name(server);
            if (!used.contains(ip)
                    && (job.view().isServerEnabled(ip) || !DISABLED_SERVER_STAYS.holds())
                    && server.modifiedAt().isBefore(before)
                    && transaction.bytes() <= job.commits().roomFor(Slot.MEMBER)) {
                transaction.delete(server.path(), server.version());
            }
        }
        if (!transaction.isEmpty()) {
            job.commits().send(Slot.MEMBER, "remove unused servers", transaction);
        }
    }
}
