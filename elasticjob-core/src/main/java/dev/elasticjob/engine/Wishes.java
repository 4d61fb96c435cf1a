package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED;
import static dev.elasticjob.engine.Rule.UNACKNOWLEDGED_START_IS_NOT_REPEATED;
import static dev.elasticjob.engine.Rule.UNREQUESTED_RUN_FITS_ONE_TRANSACTION;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.engine.RequestLog.Attempt;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Runs that the application wants, until every item has begun here or its owner was asked for it. Where all items are ours
 * and idle nobody need be asked: the start itself tells all.
 */
final class Wishes {

    private final JobMachine job;
    private final List<Wish> open = new ArrayList<>();
    /** Whether the last one came before the end of the run before it was recorded. */
    private boolean comeAtOnce;

    Wishes(JobMachine job) {
        this.job = job;
    }

    /** A run that the application wants. */
    static final class Wish {
        final String runId;
        final RunSource source;
        private final Duration cameAt;
        private final boolean cameAtOnce;
        /** The items that have not begun, as far as is known. */
        SortedSet<Integer> left = new TreeSet<>();

        private final SortedSet<Integer> begun = new TreeSet<>();
        /** Whether our items were read since it came. */
        private boolean itemsRead;
        /** Items whose start was sent and may have landed unheard, with their nodes as they were before. */
        private final Map<Integer, Node> tried = new HashMap<>();
        /** The request that was sent, or may have landed unheard. */
        private Optional<Attempt> attempt = Optional.empty();

        private boolean asking;
        /** Whether it can begin here without asking anybody, now or when what has ended is recorded. */
        private boolean isForUsAlone;

        Wish(String runId, RunSource source, Duration cameAt, boolean cameAtOnce) {
            this.runId = runId;
            this.source = source;
            this.cameAt = cameAt;
            this.cameAtOnce = cameAtOnce;
        }
    }

    void add(String runId, RunSource source) {
        comeAtOnce = !job.runs.isEmpty();
        open.add(new Wish(runId, source, job.effects.elapsed(), comeAtOnce));
    }

    /** Whether the next is likely to come as soon as the run before has ended. */
    boolean mayComeAtOnce() {
        return comeAtOnce && open.isEmpty();
    }

    void didNotComeAtOnce() {
        comeAtOnce = false;
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    /**
     * Whether our items are to be read for a wish that has come: it may begin here. Of runs that follow one another not every
     * one wants them read.
     */
    boolean wantItemsRead(Epoch epoch, boolean wereReadLongAgo) {
        boolean wanted = false;
        for (Wish wish : open) {
            if (!wish.itemsRead && epoch.monitorExecution() && areAllOurs(epoch)) {
                wish.itemsRead = true;
                wanted |= !wish.cameAtOnce || wereReadLongAgo;
            }
        }
        return wanted;
    }

    private boolean areAllOurs(Epoch epoch) {
        return job.view.ownedBy(job.instance.jobInstanceId()).size() == epoch.total();
    }

    /** Sees for every wish what is left of it, and whether it can begin here. */
    void judge(Epoch epoch, StartPlan plan) {
        List.copyOf(open).forEach(this::settleAttempt);
        for (Wish wish : List.copyOf(open)) {
            wish.left = left(wish, epoch);
            wish.isForUsAlone = isStarting(wish) || areAllOurs(epoch) && canBegin(wish, epoch, plan);
            if (wish.left.isEmpty()) {
                // Some have begun unnoticed: their records tell.
                open.remove(wish);
                job.effects.asked(wish.runId, epoch.total(), false);
            }
        }
    }

    private void settleAttempt(Wish wish) {
        if (wish.asking || wish.attempt.isEmpty()) {
            return;
        }
        Attempt attempt = wish.attempt.get();
        Optional<Boolean> made = attempt.wasMade(job.view.requestLog());
        wish.attempt = Optional.empty();
        if (made.isEmpty()) {
            job.report(
                    "request " + wish.runId,
                    "The outcome of requesting run " + wish.runId + " is unknown: the registry did not answer, and "
                            + RequestLog.KEPT + " other runs were requested since. It is not requested again");
        }
        if (UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED.holds() && made.orElse(true)) {
            open.remove(wish);
            job.effects.asked(wish.runId, attempt.total(), false);
        }
    }

    private SortedSet<Integer> left(Wish wish, Epoch epoch) {
        SortedSet<Integer> left = new TreeSet<>();
        for (int item = 0; item < epoch.total(); item++) {
            if (!wish.begun.contains(item) && !mayHaveBegunUnheard(wish, item)) {
                left.add(item);
            }
        }
        return left;
    }

    private boolean mayHaveBegunUnheard(Wish wish, int item) {
        Node before = wish.tried.get(item);
        if (before == null || !job.view.isItemFresh(item)) {
            return false;
        }
        if (UNACKNOWLEDGED_START_IS_NOT_REPEATED.holds()
                && job.view.record(item).stateOf(wish.runId).isPresent()) {
            return true;
        }
        boolean forgotten = job.view
                .itemNode(item)
                .filter(node -> node.created() == before.created()
                        && node.version() - before.version() > RunRecord.CHANGES_REMEMBERED)
                .isPresent();
        if (forgotten) {
            job.report(
                    "start " + wish.runId,
                    "The outcome of starting run " + wish.runId + " of item " + item
                            + " is unknown: the registry did not answer, and other runs were started since."
                            + " It is not requested again");
        }
        return forgotten;
    }

    private boolean isStarting(Wish wish) {
        return !wish.tried.isEmpty()
                && job.runs.values().stream()
                        .anyMatch(run -> run.phase == LocalRun.Phase.STARTING
                                && run.runId().equals(wish.runId));
    }

    private boolean canBegin(Wish wish, Epoch epoch, StartPlan plan) {
        boolean runs = job.runs.values().stream().anyMatch(run -> run.phase == LocalRun.Phase.RUNNING);
        if (runs) {
            // It cannot begin before they end, whoever is asked; maybe they are about to.
            Duration until = wish.cameAt.plus(job.settings.finishQuiet());
            boolean soon = job.effects.elapsed().compareTo(until) < 0;
            if (soon) {
                job.wakeAt(until);
            }
            return soon;
        }
        return (wish.itemsRead || !epoch.monitorExecution())
                && (plan.fitIntoOneTransaction(wish.left.size()) || !UNREQUESTED_RUN_FITS_ONE_TRANSACTION.holds())
                && job.view.ownTrigger().isEmpty()
                && wish.left.stream().allMatch(item -> plan.isIdle(item, epoch));
    }

    /** The first, if it can begin here and now. */
    Triggers ready(FollowUps followUps) {
        if (open.isEmpty()) {
            return Triggers.NONE;
        }
        Wish first = open.get(0);
        boolean waits =
                first.left.stream().map(job.runs::get).anyMatch(run -> run != null && !followUps.canFollow(run));
        if (!first.isForUsAlone || waits) {
            return Triggers.NONE;
        }
        return Triggers.of(first.runId, first.source, first.left);
    }

    /** The start of an item is sent. */
    void begins(LocalRun run) {
        job.view.itemNode(run.item).ifPresent(before -> wish(run).ifPresent(wish -> wish.tried.put(run.item, before)));
    }

    /** It is known not to have landed. */
    void notBegun(LocalRun run) {
        wish(run).ifPresent(wish -> wish.tried.remove(run.item));
    }

    private Optional<Wish> wish(LocalRun run) {
        return open.stream().filter(wish -> wish.runId.equals(run.runId())).findFirst();
    }

    /** An item has begun here. */
    void begun(LocalRun run) {
        wish(run).ifPresent(wish -> {
            if (wish.begun.isEmpty()) {
                job.effects.asked(wish.runId, run.total(), true);
            }
            wish.begun.add(run.item);
            if (wish.begun.size() >= run.total()) {
                open.remove(wish);
            }
        });
    }

    /** Those whose owners are asked now, since others own items, or items are busy. */
    List<Wish> toAskFor() {
        return open.stream().filter(wish -> !wish.isForUsAlone).toList();
    }

    /** The owners of what is left are being asked. */
    void asking(List<Wish> wishes, Attempt attempt) {
        for (Wish wish : wishes) {
            wish.attempt = Optional.of(attempt);
            wish.asking = true;
        }
    }

    void asked(List<Wish> wishes, CommitResult result) {
        for (Wish wish : wishes) {
            wish.asking = false;
            int total = wish.attempt.orElseThrow().total();
            if (!(result instanceof Unknown)) {
                wish.attempt = Optional.empty();
            }
            if (result instanceof Committed) {
                open.remove(wish);
                job.effects.asked(wish.runId, total, false);
            }
        }
    }
}
