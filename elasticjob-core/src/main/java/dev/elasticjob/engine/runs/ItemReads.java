package dev.elasticjob.engine.runs;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.failover.LostRuns;
import dev.elasticjob.engine.items.OwedFires;
import dev.elasticjob.engine.requests.OwnRequests;
import dev.elasticjob.engine.requests.RequestedRuns;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.Schedule;
import dev.elasticjob.registry.Node;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** What an instance reads of its items, and when: after a change of owners, just before a fire, and for requests. */
public final class ItemReads {

    /** Requested runs that follow one another start without a read for so long. */
    private static final Duration VALID_FOR_REQUESTS = Duration.ofSeconds(1);

    private final JobContext job;
    private final OwedFires fires;
    private final LostRuns lostRuns;
    private final OwnRequests ownRequests;
    private final RequestedRuns requestedRuns;
    private long seenEpoch = -1;
    private Duration readForRequestsAt = Duration.ZERO;
    /** The last fire time whose items were read before it came. */
    private Instant readFor = Instant.MIN;

    public ItemReads(
            JobContext job, OwedFires fires, LostRuns lostRuns, OwnRequests ownRequests, RequestedRuns requestedRuns) {
        this.job = job;
        this.fires = fires;
        this.lostRuns = lostRuns;
        this.ownRequests = ownRequests;
        this.requestedRuns = requestedRuns;
    }

    /** Returns the items that this instance knows: those it runs, owns or may claim. */
    public SortedSet<Integer> known() {
        SortedSet<Integer> known = new TreeSet<>(job.runs().items());
        if (job.isMember() && job.view().epoch().isPresent()) {
            known.addAll(job.ownedItems());
            known.addAll(lostRuns.offers().keySet());
        }
        return known;
    }

    /** Invalidates the items that must be read again before the rules decide. */
    public void gather() {
        Optional<Epoch> epoch = job.view().epoch();
        if (!job.isMember() || epoch.isEmpty()) {
            return;
        }
        SortedSet<Integer> owned = job.ownedItems();
        long modified = job.view().epochNode().orElseThrow().modified();
        if (modified != seenEpoch) {
            seenEpoch = modified;
            fires.ownedNow(owned, epoch.get());
            owned.stream().filter(item -> !isCreatedWithEpoch(item)).forEach(job.view()::invalidateItem);
        }
        boolean haveNews = ownRequests.takeNews();
        boolean areNeeded = requestedRuns.takeNeedForItems(epoch.get(), wereReadLongAgo());
        if (areNeeded || haveNews || job.view().ownRequests().isPresent() && wereReadLongAgo()) {
            readForRequestsAt = job.effects().elapsed();
            job.view().invalidateItems(owned);
        }
        readAhead(epoch.get(), owned);
        lostRuns.invalidateNewlyOffered();
    }

    /** Starts that wait for one another need no read, but an operator who disables an item need not wait for all of them. */
    private boolean wereReadLongAgo() {
        return job.effects().elapsed().minus(readForRequestsAt).compareTo(VALID_FOR_REQUESTS) > 0;
    }

    /** The item was created together with the epoch, by this instance, so that its state is already known. */
    private boolean isCreatedWithEpoch(int item) {
        return job.view().itemNode(item).map(Node::created).orElse(-1L) == seenEpoch;
    }

    /** Reads what a start depends on shortly before its fire time, so that the start itself is one round trip. */
    private void readAhead(Epoch epoch, SortedSet<Integer> owned) {
        if (owned.isEmpty()) {
            return;
        }
        Schedule schedule = job.schedule().orElseThrow();
        Instant now = job.clocks().now();
        if (!epoch.monitorExecution()) {
            // Nothing is written there when it fires, so the watch costs nothing and no read is needed.
            job.needs().watchTree(job.tree().items());
            schedule.next(now).ifPresent(job::wakeAtTime);
            return;
        }
        Instant ahead = now.plus(job.settings().readAhead());
        if (readFor.isAfter(ahead) || readFor.equals(Instant.MIN)) {
            // The clock was set back, or the items are read in any case.
            readFor = now;
        }
        schedule.latest(readFor, ahead).ifPresent(at -> {
            readFor = at;
            job.view().invalidateItems(owned);
        });
        schedule.next(now).ifPresent(next -> {
            Instant begin = next.minus(job.settings().readAhead());
            job.wakeAtTime(begin.isAfter(now) ? begin : next);
        });
    }
}
