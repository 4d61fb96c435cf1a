package dev.elasticjob.engine;

import static dev.elasticjob.engine.Rule.LEAVE_WAITS_FOR_RUNS;
import static dev.elasticjob.engine.Rule.LEAVING_LEADER_RESIGNS;
import static dev.elasticjob.engine.Rule.SHUTDOWN_BY_OPERATOR_IS_FINAL;
import static dev.elasticjob.engine.Rule.UNACKNOWLEDGED_JOIN_IS_ADOPTED;

import dev.elasticjob.engine.JobMachine.Phase;
import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.identity.InstanceNode;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.spi.JobInstance;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Taking part in a job and ceasing to.
 *
 * <p><b>Join</b> is one transaction: what is missing is created, the server's node is set to the value it has, the instance
 * is bound to the session, leadership is taken if it is free. An identity is used for one join only, so nobody mistakes a
 * later instance of the process for this one.
 *
 * <p><b>Leave</b> deletes instance and leadership first, so that idle items move at once, and keeps session and marks until
 * the last run has ended: whoever owns those items next waits for the marks.
 */
final class Membership {

    private final JobMachine job;
    private Optional<JobInstance> tried = Optional.empty();
    private Duration triedAt = Duration.ZERO;
    private Optional<Leave> leaving = Optional.empty();
    private Duration leavingSince = Duration.ZERO;
    private Duration interruptAt = Duration.ZERO;
    private Duration giveUpAt = Duration.ZERO;
    private boolean withdrawn;
    private long othersAsOf = -1;
    private List<String> others = List.of();

    Membership(JobMachine job) {
        this.job = job;
    }

    // ---- join ----

    void join() {
        if (adoptJoinOfUnknownOutcome() || !job.isFree(Slot.MEMBER)) {
            return;
        }
        Optional<Node> config = job.view.config();
        if (config.isEmpty() && job.everJoined) {
            job.end(new Leave(Leave.Kind.REMOVED, "the job was removed from the registry"));
            return;
        }
        if (config.isPresent() && job.configIsBroken) {
            return;
        }
        if (isAnotherEngineAlive()) {
            return;
        }
        JobInstance instance = job.effects.newInstance();
        // Of a join that landed unheard, and was then shut down by an operator, the leadership may be left.
        Optional<Node> leader = job.view.leader();
        boolean lead = !job.view.exists(job.tree.leaderInstance())
                || leader.filter(node -> node.owner() == job.session).isPresent();
        tried = Optional.of(instance);
        triedAt = job.effects.elapsed();
        Transaction.Builder transaction = Transaction.builder();
        for (String folder : job.tree.folders()) {
            if (!job.view.exists(folder)) {
                transaction.create(folder, folder.equals(job.tree.job()) ? job.jobClassName : "", Mode.PERSISTENT);
            }
        }
        addConfig(transaction, config);
        addServer(transaction, instance.serverIp());
        transaction.create(job.tree.instance(instance.jobInstanceId()), InstanceNode.encode(instance), Mode.BOUND);
        if (lead && leader.isPresent()) {
            transaction.set(
                    job.tree.leaderInstance(),
                    instance.jobInstanceId(),
                    leader.get().version());
        } else if (lead) {
            transaction.create(job.tree.leaderInstance(), instance.jobInstanceId(), Mode.BOUND);
        }
        job.commit(Slot.MEMBER, "join", transaction.build(), result -> {
            if (result instanceof Committed) {
                // Nobody knew of us before, so nobody has asked us for anything.
                job.view.put(job.tree.trigger(instance.jobInstanceId()), Optional.empty());
                joined(instance);
            }
        });
    }

    private boolean adoptJoinOfUnknownOutcome() {
        if (tried.isPresent() && job.isFree(Slot.MEMBER)) {
            boolean landed = job.view
                    .node(job.tree.instance(tried.get().jobInstanceId()))
                    .filter(node -> node.owner() == job.session)
                    .isPresent();
            if (landed && UNACKNOWLEDGED_JOIN_IS_ADOPTED.holds()) {
                Node own = job.view
                        .node(job.tree.instance(tried.get().jobInstanceId()))
                        .orElseThrow();
                job.registryTimeIs(own.modifiedAt(), triedAt);
                joined(tried.get());
                return true;
            }
        }
        return false;
    }

    private boolean isAnotherEngineAlive() {
        if (job.view.memberChanges() != othersAsOf) {
            othersAsOf = job.view.memberChanges();
            others = job.view.instances().stream()
                    .map(JobView::name)
                    .filter(id -> !JobView.isOurs(id))
                    .toList();
        }
        if (others.isEmpty()) {
            job.notReported("other engine");
            return false;
        }
        job.report(
                "other engine",
                "Instances of another engine are members of this job: " + others
                        + ". This instance joins when the last of them has left");
        return true;
    }

    private void addConfig(Transaction.Builder transaction, Optional<Node> config) {
        if (config.isEmpty()) {
            transaction.create(job.tree.config(), job.configText.write(job.configInCode), Mode.PERSISTENT);
        } else if (job.configInCode.isOverwrite() && !job.everJoined) {
            String text = job.configText.rewrite(job.tree.config(), config.get().text(), job.configInCode);
            if (text.equals(config.get().text())) {
                transaction.check(job.tree.config(), config.get().version());
            } else {
                transaction.set(job.tree.config(), text, config.get().version());
            }
        } else {
            transaction.check(job.tree.config(), config.get().version());
        }
    }

    /** Sets it to the value it has, so that the commit has the registry's time; what an operator set is never changed. */
    private void addServer(Transaction.Builder transaction, String ip) {
        Optional<Node> server = job.view.node(job.tree.server(ip));
        if (server.isPresent()) {
            transaction.set(
                    job.tree.server(ip), server.get().data(), server.get().version());
            return;
        }
        List<Node> servers = job.view.servers();
        Optional<Node> enabled = servers.stream()
                .filter(node -> job.view.isServerEnabled(JobView.name(node)))
                .findFirst();
        boolean allDisabled = !servers.isEmpty() && enabled.isEmpty();
        // An operator may be enabling or disabling all of them right now.
        enabled.map(List::of).orElse(servers).forEach(node -> transaction.check(node.path(), node.version()));
        String status = job.config.isDisabled() || allDisabled ? JobTree.DISABLED : JobTree.ENABLED;
        transaction.create(job.tree.server(ip), status, Mode.PERSISTENT);
    }

    private void joined(JobInstance instance) {
        tried = Optional.empty();
        job.instance = instance;
        if (job.phase == Phase.LEAVING) {
            return;
        }
        job.view.iAm(instance.jobInstanceId());
        job.phase = Phase.JOINED;
        Optional<String> clock = job.clockProblem();
        if (clock.isPresent() && !job.everJoined) {
            job.everJoined = true;
            leave(new Leave(Leave.Kind.FAILED, clock.get()));
            return;
        }
        job.everJoined = true;
        job.effects.joined(instance);
        reportAnotherClass();
    }

    private void reportAnotherClass() {
        job.view
                .node(job.tree.job())
                .map(Node::text)
                .filter(name -> !name.isEmpty() && !name.equals(job.jobClassName))
                .ifPresent(name -> job.report(
                        "class",
                        "Two classes use this job name: the registry names " + name + ", this process runs "
                                + job.jobClassName + ". Give each its own job name, unless the class was renamed"));
    }

    // ---- while taking part ----

    /** Whether we still take part; else does what follows. */
    boolean isStillThere() {
        if (job.view.config().isEmpty()) {
            leave(new Leave(Leave.Kind.REMOVED, "the job was removed from the registry"));
            return false;
        }
        Optional<Node> own = job.view.node(job.tree.instance(job.instance.jobInstanceId()));
        if (own.isEmpty() || own.get().owner() != job.session) {
            if (SHUTDOWN_BY_OPERATOR_IS_FINAL.holds()) {
                leave(new Leave(Leave.Kind.OPERATOR, "an operator shut the job down on this instance"));
            } else {
                job.phase = Phase.JOINING;
            }
            return false;
        }
        if (job.view.isMemberListFresh()) {
            isAnotherEngineAlive();
        }
        String server = job.tree.server(job.instance.serverIp());
        if (!job.view.exists(server) && job.view.exists(job.tree.servers()) && job.isFree(Slot.MEMBER)) {
            Transaction.Builder transaction = Transaction.builder().checkExists(job.tree.config());
            addServer(transaction, job.instance.serverIp());
            job.commit(Slot.MEMBER, "register the server again", transaction.build(), result -> {});
        }
        return true;
    }

    /**
     * Recreates nodes of the job's tree that another program deleted. The leader recreates what is below {@code leader}, or
     * any member while there is no leader. The epoch is restored from memory: a total that is being changed stays closed.
     */
    void recreateMissingNodes() {
        boolean all = job.view.leader().map(node -> node.owner() == job.session).orElse(true);
        List<String> missing = job.tree.folders().stream()
                .filter(folder -> !job.view.exists(folder))
                .filter(folder -> all || !folder.startsWith(job.tree.leader()))
                .toList();
        if (missing.isEmpty() || !job.isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder().checkExists(job.tree.config());
        for (String folder : missing) {
            String content = folder.equals(job.tree.epoch())
                    ? job.view.lastEpoch().map(Epoch::encode).orElse("")
                    : "";
            transaction.create(folder, content, Mode.PERSISTENT);
        }
        job.report("missing nodes", "Nodes of the job were deleted from the registry and are recreated: " + missing);
        job.commit(Slot.MEMBER, "recreate missing nodes", transaction.build(), result -> {
            if (result instanceof Committed) {
                job.notReported("missing nodes");
            }
        });
    }

    // ---- leave ----

    void leave(Leave why) {
        if (job.phase == Phase.LEAVING || job.phase == Phase.ENDED) {
            return;
        }
        boolean neverJoined = job.phase == Phase.APART || job.phase == Phase.JOINING;
        leaving = Optional.of(why);
        job.phase = Phase.LEAVING;
        withdrawn = job.instance == null && tried.isEmpty();
        leavingSince = job.effects.elapsed();
        interruptAt = leavingSince.plus(job.settings.drain());
        giveUpAt = interruptAt.plus(job.settings.drainInterrupted());
        if (neverJoined && withdrawn && job.runs.isEmpty()) {
            job.end(why);
        }
    }

    /** Bounds the drain, also while the registry is out of reach. */
    void watchTheDrain() {
        Duration elapsed = job.effects.elapsed();
        if (elapsed.compareTo(giveUpAt) >= 0) {
            giveUp();
            return;
        }
        if (elapsed.compareTo(interruptAt) >= 0) {
            job.interruptAll("the application stops");
        } else {
            job.wakeAt(interruptAt);
        }
        job.wakeAt(giveUpAt);
        if (job.runs.isEmpty() && (job.session == 0 || isUnheard())) {
            job.end(leaving.orElseThrow());
        }
    }

    /** The registry is out of reach, and nothing of ours needs it: our nodes end with the session. */
    private boolean isUnheard() {
        Duration until = leavingSince.plus(job.settings.leaveUnheard());
        if (job.connected || job.effects.elapsed().compareTo(until) >= 0) {
            return !job.connected;
        }
        job.wakeAt(until);
        return false;
    }

    private void giveUp() {
        for (LocalRun run : job.runs.values()) {
            job.report(
                    "leave " + run.item,
                    "Item " + run.item + " has not ended "
                            + job.settings.drainInterrupted().toSeconds()
                            + " s after it was interrupted; its run fails over when the session ends");
        }
        job.end(leaving.orElseThrow());
    }

    /** The session took our nodes with it; there is nothing to withdraw any more. */
    void sessionLostWhileLeaving() {
        withdrawn = true;
        watchTheDrain();
    }

    void goOnLeaving() {
        if (!withdrawn) {
            withdraw();
        } else if (!LEAVE_WAITS_FOR_RUNS.holds() || job.runs.isEmpty() && job.isFree(Slot.FINISH)) {
            job.end(leaving.orElseThrow());
        }
    }

    private void withdraw() {
        if (!job.isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder();
        for (Optional<JobInstance> each : List.of(Optional.ofNullable(job.instance), tried)) {
            each.map(instance -> job.tree.instance(instance.jobInstanceId()))
                    .flatMap(job.view::node)
                    .filter(node -> node.owner() == job.session)
                    .ifPresent(node -> transaction.delete(node.path(), Transaction.ANY_VERSION));
        }
        job.view
                .leader()
                .filter(node -> node.owner() == job.session && LEAVING_LEADER_RESIGNS.holds())
                .ifPresent(node -> transaction.delete(node.path(), node.version()));
        if (transaction.isEmpty()) {
            withdrawn = true;
            goOnLeaving();
            return;
        }
        job.commit(Slot.MEMBER, "leave", transaction.build(), this::withdrawn);
    }

    private void withdrawn(CommitResult result) {
        withdrawn = result instanceof Committed;
    }
}
