package dev.elasticjob.engine.runs;

import static dev.elasticjob.engine.rule.Rule.LOST_RUN_HAS_NO_MARK;
import static dev.elasticjob.engine.rule.Rule.RUN_HAS_TOTAL_OF_EPOCH;
import static dev.elasticjob.engine.rule.Rule.START_CHECKS_EPOCH;
import static dev.elasticjob.engine.rule.Rule.START_CHECKS_MEMBERSHIP;
import static dev.elasticjob.engine.rule.Rule.START_CHECKS_SERVER;
import static dev.elasticjob.engine.rule.Rule.START_IS_SPLIT;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.failover.LostRuns;
import dev.elasticjob.engine.items.ItemGeneration;
import dev.elasticjob.engine.items.OwedFires;
import dev.elasticjob.engine.items.PendingRetries;
import dev.elasticjob.engine.requests.OwnRequests;
import dev.elasticjob.engine.requests.RequestedRuns;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.CommitResult.Unknown;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;

/**
 * The transactions that start items. One transaction starts all items that begin together; if they do not fit, several are
 * sent one behind the other. It checks everything that the start relies on: the epoch, the configuration, the membership, the
 * server, and the record of each item as it was read. It writes the run into the record and creates the mark. The job's code
 * begins only when the transaction is known to be committed.
 */
final class StartTransactions {

    private final JobContext job;
    private final OwedFires fires;
    private final LostRuns lostRuns;
    private final OwnRequests ownRequests;
    private final RequestedRuns requestedRuns;
    private final BackToBackRuns backToBack;
    private final PendingRetries retries;

    StartTransactions(
            JobContext job,
            OwedFires fires,
            PendingRetries retries,
            LostRuns lostRuns,
            OwnRequests ownRequests,
            RequestedRuns requestedRuns,
            BackToBackRuns backToBack) {
        this.job = job;
        this.fires = fires;
        this.retries = retries;
        this.lostRuns = lostRuns;
        this.ownRequests = ownRequests;
        this.requestedRuns = requestedRuns;
        this.backToBack = backToBack;
    }

    /**
     * Starts items.
     *
     * @param requested the requests of this instance before the start
     * @param mayServeRequests whether the start may change the request node
     */
    void commit(Epoch epoch, Collection<Candidate> candidates, RunRequests requested, boolean mayServeRequests) {
        Map<Integer, String> served = new HashMap<>();
        int room = job.commits().roomFor(Slot.START) - requested.largestEncoding();
        boolean createsNodes = candidates.stream()
                .anyMatch(each -> job.view().itemNode(each.item()).isEmpty());
        Transaction.Builder transaction = checks();
        if (createsNodes) {
            ItemGeneration.renew(transaction, job);
        } else {
            ItemGeneration.check(transaction, job);
        }
        List<LocalRun> started = new ArrayList<>();
        for (Candidate candidate : candidates) {
            Optional<LocalRun> last = job.runs().of(candidate.item());
            LocalRun run = localRun(candidate, epoch, backToBack.recordBefore(candidate.item(), last));
            run.follow(last);
            Transaction.Builder piece = Transaction.builder();
            addStart(piece, candidate, run);
            if (START_IS_SPLIT.holds() && !started.isEmpty() && transaction.bytes() + piece.bytes() > room) {
                if (send(transaction, started, requested.without(isIn(served)), mayServeRequests) || createsNodes) {
                    // The requests, and the generation, are known again when that one has been answered.
                    return;
                }
                transaction = checks();
                ItemGeneration.check(transaction, job);
                started = new ArrayList<>();
            }
            transaction.addAll(piece);
            if (candidate.isRequested()) {
                served.put(candidate.item(), candidate.runId());
            }
            started.add(run);
            job.runs().put(run);
            requestedRuns.starting(run);
        }
        send(transaction, started, requested.without(isIn(served)), mayServeRequests);
    }

    private static BiPredicate<String, Integer> isIn(Map<Integer, String> served) {
        return (runId, item) -> runId.equals(served.get(item));
    }

    private Transaction.Builder checks() {
        String server = job.tree().server(job.serverIp());
        int serverVersion = job.view().node(server).orElseThrow().version();
        Transaction.Builder checks = Transaction.builder();
        if (START_CHECKS_EPOCH.holds()) {
            checks.check(job.tree().epoch(), job.epochVersion());
        }
        checks.check(job.tree().config(), job.view().config().orElseThrow().version());
        if (START_CHECKS_MEMBERSHIP.holds()) {
            checks.checkExists(job.tree().instance(job.id()));
        }
        return checks.check(server, START_CHECKS_SERVER.holds() ? serverVersion : Transaction.ANY_VERSION);
    }

    /** Sends a start, and returns whether it changes the requests of this instance. */
    private boolean send(
            Transaction.Builder transaction, List<LocalRun> started, RunRequests left, boolean mayServeRequests) {
        boolean changesRequests = mayServeRequests && ownRequests.addRemainder(transaction, left);
        job.commits().send(Slot.START, "start", transaction.build(), result -> {
            if (changesRequests && result instanceof Committed) {
                ownRequests.changedHere();
            }
            answered(started, result);
        });
        return changesRequests;
    }

    private void answered(List<LocalRun> started, CommitResult result) {
        started.forEach(LocalRun::answered);
        if (result instanceof Committed committed) {
            started.forEach(retries::reportSuperseded);
            started.forEach(backToBack::committed);
            started.forEach(run -> run.begun(committed.number()));
            started.forEach(requestedRuns::begun);
            started.stream().filter(LocalRun::isFailedOver).forEach(run -> lostRuns.claimed(run.item()));
            together(started).forEach(group -> job.effects().run(group, job.config()));
        } else if (!(result instanceof Unknown)) {
            for (LocalRun run : started) {
                backToBack.notCommitted(run);
                requestedRuns.notStarted(run);
                job.view().invalidateItem(run.item());
            }
        }
    }

    private LocalRun localRun(Candidate candidate, Epoch epoch, RunRecord before) {
        RunRecord.Run run = new RunRecord.Run(
                candidate.runId(),
                candidate.source(),
                candidate.scheduledAt(),
                candidate.attempt(),
                candidate.tryNumber(),
                RUN_HAS_TOTAL_OF_EPOCH.holds() ? epoch.total() : job.config().getShardingTotalCount(),
                job.session().id(),
                job.id(),
                job.effects().nonce(),
                RunRecord.State.STARTED,
                "");
        return new LocalRun(candidate.item(), run, before, epoch.monitorExecution(), candidate.isClaim());
    }

    private void addStart(Transaction.Builder transaction, Candidate candidate, LocalRun run) {
        String text = run.before().started(run.run()).encode();
        int item = candidate.item();
        Optional<Node> node = job.view().itemNode(item);
        if (node.isPresent()) {
            transaction.set(job.tree().item(item), text, node.get().version());
        } else {
            transaction.create(job.tree().item(item), text, Mode.PERSISTENT);
            String owner =
                    job.view().epoch().flatMap(epoch -> epoch.owner(item)).orElse("");
            transaction.create(job.tree().owner(item), owner, Mode.PERSISTENT);
        }
        if (run.previous().isEmpty()) {
            if (!LOST_RUN_HAS_NO_MARK.holds() && job.view().running(item).isPresent()) {
                transaction.delete(job.tree().running(item), Transaction.ANY_VERSION);
            }
            transaction.create(job.tree().running(item), job.id(), Mode.BOUND);
        }
        if (job.view().isMisfireDisplayed(item)) {
            transaction.delete(job.tree().misfire(item), Transaction.ANY_VERSION);
        }
        if (candidate.isClaim()) {
            transaction.create(job.tree().failoverMark(item), job.id(), Mode.BOUND);
        }
        candidate.entry().ifPresent(entry -> transaction.delete(entry.path(), entry.version()));
    }

    /** Without records nothing is written, but a request is removed first; otherwise it would be served again and again. */
    void runUnmonitored(
            Epoch epoch, Collection<Candidate> candidates, RunRequests requested, boolean mayServeRequests) {
        List<LocalRun> started = new ArrayList<>();
        Map<Integer, String> served = new HashMap<>();
        for (Candidate candidate : candidates) {
            LocalRun run = localRun(candidate, epoch, RunRecord.NONE);
            job.runs().put(run);
            candidate.scheduledAt().ifPresent(at -> fires.unmonitoredBegun(candidate.item(), at));
            if (candidate.isRequested()) {
                served.put(candidate.item(), candidate.runId());
            }
            started.add(run);
        }
        Transaction.Builder transaction = Transaction.builder();
        boolean changesRequests = !served.isEmpty()
                && mayServeRequests
                && ownRequests.addRemainder(transaction, requested.without(isIn(served)));
        if (!changesRequests) {
            begin(started);
            return;
        }
        job.commits().send(Slot.START, "take a run request", transaction.build(), result -> {
            if (result instanceof Committed) {
                begin(started);
            } else {
                started.forEach(run -> job.runs().remove(run.item()));
            }
        });
    }

    private void begin(List<LocalRun> started) {
        started.forEach(run -> run.begun(0));
        started.forEach(requestedRuns::begun);
        together(started).forEach(group -> job.effects().run(group, job.config()));
    }

    /** Groups runs of the same source and the same id, which are one task to listeners. */
    private static Collection<List<LocalRun>> together(List<LocalRun> started) {
        Map<String, List<LocalRun>> groups = new LinkedHashMap<>();
        for (LocalRun run : started) {
            groups.computeIfAbsent(run.source() + " " + run.runId(), key -> new ArrayList<>())
                    .add(run);
        }
        return groups.values();
    }
}
