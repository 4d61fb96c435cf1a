package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.DISABLED_SERVER_STAYS;

import dev.elasticjob.engine.JobMachine.Slot;
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
 * What the leader does when nothing else is to be done, in small steps: it shows the owners to tools that do not know of
 * epochs, deletes the nodes of items that there are no longer, and those of servers that nobody has used for a day.
 */
final class Chores {

    private static final int STEP = 500;
    private static final int SURPLUS_STEP = 100;
    private static final Duration LOOK_FOR_UNUSED = Duration.ofHours(1);

    private final JobMachine job;
    private Optional<Epoch> toShow = Optional.empty();
    private Optional<Epoch> surplusFor = Optional.empty();
    private boolean lookForSurplus;
    private Optional<Epoch> seen = Optional.empty();
    private int shown;
    private boolean reading;
    private long serversAsOf = -1;
    private Duration serversAgainAt = Duration.ZERO;

    Chores(JobMachine job) {
        this.job = job;
    }

    /** We do not lead: whoever does has it all to do. */
    void forget() {
        seen = Optional.empty();
        toShow = Optional.empty();
        surplusFor = Optional.empty();
    }

    boolean hasSeen(Epoch epoch) {
        return seen.map(Epoch::nonce).filter(epoch.nonce()::equals).isPresent();
    }

    /**
     * @param ours whether the epoch is of our making: then we know whether it leaves nodes of surplus items behind
     * @param isShown whether other tools see it already
     */
    void see(Epoch epoch, boolean ours, boolean isShown) {
        lookForSurplus |= !ours || seen.isEmpty() || seen.get().total() > epoch.total();
        lookForSurplus &= epoch.number() > 1;
        seen = Optional.of(epoch);
        if (epoch.open()) {
            toShow = Optional.of(epoch);
            shown = isShown ? epoch.total() : 0;
        }
    }

    /** Checks again what other tools see: another program may have changed it. */
    void showAgain() {
        toShow = seen.filter(Epoch::open);
        shown = 0;
    }

    void tidy() {
        if (reading || !job.isFree(Slot.MEMBER)) {
            return;
        }
        if (toShow.isPresent()) {
            showOwners(toShow.get());
        } else if (surplusFor.isPresent()) {
            removeSurplusItems(surplusFor.get());
        } else {
            removeUnusedServers();
        }
    }

    private void showOwners(Epoch epoch) {
        List<String> paths = new ArrayList<>();
        for (int item = shown; item < Math.min(shown + STEP, epoch.total()); item++) {
            paths.add(job.tree.owner(item));
            paths.add(job.tree.item(item));
        }
        if (paths.isEmpty()) {
            toShow = Optional.empty();
            if (lookForSurplus) {
                lookForSurplus = false;
                surplusFor = Optional.of(epoch);
                job.view.wantItemList(true);
                job.view.itemListStale();
            } else {
                removeUnusedServers();
            }
            return;
        }
        reading = true;
        long session = job.session;
        job.effects.read(ReadRequest.empty().nodes(paths), result -> {
            reading = false;
            if (result instanceof ReadResult.Snapshot snapshot
                    && session == job.session
                    && job.isMember()
                    && toShow.equals(Optional.of(epoch))
                    && job.isFree(Slot.MEMBER)) {
                write(epoch, snapshot);
            }
            job.look();
        });
    }

    private void write(Epoch epoch, ReadResult.Snapshot snapshot) {
        Transaction.Builder transaction = Transaction.builder()
                .check(job.tree.epoch(), job.view.epochNode().orElseThrow().version());
        int end = shown;
        boolean any = false;
        for (int item = shown; item < Math.min(shown + STEP, epoch.total()); item++) {
            if (transaction.bytes() > job.roomFor(Slot.MEMBER)) {
                break;
            }
            end = item + 1;
            String owner = epoch.owner(item).orElse("");
            Optional<Node> node = snapshot.node(job.tree.owner(item));
            if (snapshot.node(job.tree.item(item)).isEmpty()) {
                transaction.create(job.tree.item(item), "", Mode.PERSISTENT);
            }
            if (node.isEmpty()) {
                transaction.create(job.tree.owner(item), owner, Mode.PERSISTENT);
                any = true;
            } else if (!node.get().text().equals(owner)) {
                transaction.set(job.tree.owner(item), owner, node.get().version());
                any = true;
            }
        }
        if (!any) {
            shown = end;
            return;
        }
        int next = end;
        job.commit(Slot.MEMBER, "show owners", transaction.build(), result -> {
            if (result instanceof Committed) {
                shown = next;
            }
        });
    }

    /** Items that there are no longer, with what was below them. */
    private void removeSurplusItems(Epoch epoch) {
        List<Integer> surplus = job.view.itemNodes().tailSet(epoch.total()).stream()
                .limit(SURPLUS_STEP)
                .toList();
        if (surplus.isEmpty() || !job.view.epoch().equals(surplusFor)) {
            surplusFor = Optional.empty();
            job.view.wantItemList(false);
            return;
        }
        reading = true;
        long session = job.session;
        job.effects.read(
                ReadRequest.empty()
                        .children(surplus.stream().map(job.tree::item).toList()),
                result -> {
                    reading = false;
                    if (result instanceof ReadResult.Snapshot snapshot
                            && session == job.session
                            && job.isMember()
                            && job.view.epoch().equals(surplusFor)
                            && job.isFree(Slot.MEMBER)) {
                        delete(surplus, snapshot);
                    }
                    job.look();
                });
    }

    private void delete(List<Integer> surplus, ReadResult.Snapshot snapshot) {
        Transaction.Builder transaction = Transaction.builder()
                .check(job.tree.epoch(), job.view.epochNode().orElseThrow().version());
        for (int item : surplus) {
            if (transaction.bytes() > job.roomFor(Slot.MEMBER)) {
                // The others next time.
                break;
            }
            for (String child : snapshot.children(job.tree.item(item))) {
                transaction.delete(job.tree.item(item) + "/" + child, Transaction.ANY_VERSION);
            }
            transaction.delete(job.tree.item(item), Transaction.ANY_VERSION);
        }
        job.commit(Slot.MEMBER, "remove items that there are no longer", transaction.build(), result -> {});
    }

    /** Looks for them when somebody has come or gone, and now and then. */
    private void removeUnusedServers() {
        Duration elapsed = job.effects.elapsed();
        boolean changed = job.view.memberChanges() != serversAsOf;
        if (job.clockOffset().isEmpty() || !changed && elapsed.compareTo(serversAgainAt) < 0) {
            return;
        }
        serversAsOf = job.view.memberChanges();
        serversAgainAt = elapsed.plus(LOOK_FOR_UNUSED);
        Instant before = job.registryTime().minus(job.settings.serverRetention());
        Set<String> used = job.view.instances().stream()
                .map(node -> InstanceIdentity.parse(JobView.name(node)))
                .flatMap(Optional::stream)
                .map(InstanceIdentity::address)
                .collect(Collectors.toSet());
        Transaction.Builder transaction = Transaction.builder();
        for (Node server : job.view.servers()) {
            String ip = JobView.name(server);
            if (!used.contains(ip)
                    && (job.view.isServerEnabled(ip) || !DISABLED_SERVER_STAYS.holds())
                    && server.modifiedAt().isBefore(before)
                    && transaction.bytes() <= job.roomFor(Slot.MEMBER)) {
                transaction.delete(server.path(), server.version());
            }
        }
        if (!transaction.isEmpty()) {
            job.commit(Slot.MEMBER, "remove unused servers", transaction.build(), result -> {});
        }
    }
}
