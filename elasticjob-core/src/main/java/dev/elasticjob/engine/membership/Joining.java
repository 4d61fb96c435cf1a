package dev.elasticjob.engine.membership;

import static dev.elasticjob.engine.rule.Rule.UNACKNOWLEDGED_JOIN_IS_ADOPTED;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.items.ItemGeneration;
import dev.elasticjob.identity.InstanceNode;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.spi.JobInstance;
import java.util.Optional;

/**
 * Joining a job, by one transaction: it creates what is missing, sets the node of the server to the value it has, creates the
 * node of the instance, bound to the session, and takes the leadership if it is free.
 */
final class Joining {

    private final JobContext job;
    private final JoinAttempt attempt;
    private final OtherEngines otherEngines;
    private final Leaving leaving;

    Joining(JobContext job, JoinAttempt attempt, OtherEngines otherEngines, Leaving leaving) {
        this.job = job;
        this.attempt = attempt;
        this.otherEngines = otherEngines;
        this.leaving = leaving;
    }

    void join() {
        if (adoptUnacknowledged() || !job.commits().isFree(Slot.MEMBER)) {
            return;
        }
        Optional<Node> config = job.view().config();
        if (config.isEmpty() && job.hasEverJoined()) {
            job.end(new Leave(Leave.Kind.REMOVED, "the job was removed from the registry"));
            return;
        }
        if (config.isPresent() && job.configInForce().isBroken() || otherEngines.check()) {
            return;
        }
        JobInstance instance = job.effects().newInstance();
        attempt.sent(instance, job.effects().elapsed());
        job.commits().send(Slot.MEMBER, "join", transaction(instance, config), result -> {
            if (result instanceof Committed) {
                // The id is new, so that nothing was requested of it.
                job.view().put(job.tree().trigger(instance.jobInstanceId()), Optional.empty());
                joined(instance);
            }
        });
    }

    private Transaction transaction(JobInstance instance, Optional<Node> config) {
        Transaction.Builder transaction = Transaction.builder();
        for (String folder : job.tree().folders()) {
            if (!job.view().exists(folder)) {
                transaction.create(folder, folder.equals(job.tree().job()) ? job.jobClassName() : "", Mode.PERSISTENT);
            }
        }
        if (!ItemGeneration.isKnown(job)) {
            ItemGeneration.renew(transaction, job);
        }
        addConfig(transaction, config);
        ServerNode.add(transaction, job, instance.serverIp());
        transaction.create(job.tree().instance(instance.jobInstanceId()), InstanceNode.encode(instance), Mode.BOUND);
        addLeadership(transaction, instance.jobInstanceId());
        return transaction.build();
    }

    private void addConfig(Transaction.Builder transaction, Optional<Node> config) {
        String path = job.tree().config();
        JobConfiguration inCode = job.configInForce().inCode();
        if (config.isEmpty()) {
            transaction.create(path, job.configInForce().text().write(inCode), Mode.PERSISTENT);
            return;
        }
        String current = config.get().text();
        String next = inCode.isOverwrite() && !job.hasEverJoined()
                ? job.configInForce().text().rewrite(path, current, inCode)
                : current;
        if (next.equals(current)) {
            transaction.check(path, config.get().version());
        } else {
            transaction.set(path, next, config.get().version());
        }
    }

    /** Takes the leadership if it is free, or was left by a join of this session that was not acknowledged. */
    private void addLeadership(Transaction.Builder transaction, String id) {
        Optional<Node> leader = job.view().leader();
        if (!job.view().exists(job.tree().leaderInstance())) {
            transaction.create(job.tree().leaderInstance(), id, Mode.BOUND);
        } else if (leader.isPresent() && leader.get().owner() == job.session().id()) {
            transaction.set(job.tree().leaderInstance(), id, leader.get().version());
        }
    }

    /** Returns whether a join of unknown outcome turned out to be committed. */
    private boolean adoptUnacknowledged() {
        if (attempt.instance().isEmpty() || !job.commits().isFree(Slot.MEMBER)) {
            return false;
        }
        JobInstance instance = attempt.instance().get();
        Optional<Node> own = job.view()
                .node(job.tree().instance(instance.jobInstanceId()))
                .filter(node -> node.owner() == job.session().id());
        if (own.isEmpty() || !UNACKNOWLEDGED_JOIN_IS_ADOPTED.holds()) {
            return false;
        }
        job.clocks().registryTimeIs(own.get().modifiedAt(), attempt.sentAt());
        joined(instance);
        return true;
    }

    private void joined(JobInstance instance) {
        attempt.settled();
        job.instance(instance);
        if (job.phase() == Phase.LEAVING) {
            return;
        }
        job.view().setOwnInstance(instance.jobInstanceId());
        job.phase(Phase.JOINED);
        Optional<String> clock = job.clocks().problem();
        boolean first = !job.hasEverJoined();
        job.joinedOnce();
        if (clock.isPresent() && first) {
            leaving.leave(new Leave(Leave.Kind.FAILED, clock.get()));
            return;
        }
        job.effects().joined(instance);
        reportAnotherClass();
    }

    private void reportAnotherClass() {
        job.view()
                .node(job.tree().job())
                .map(Node::text)
                .filter(name -> !name.isEmpty() && !name.equals(job.jobClassName()))
                .ifPresent(name -> job.reports()
                        .report(
                                "class",
                                "Two classes use this job name: the registry names " + name + ", this process runs "
                                        + job.jobClassName()
                                        + ". Give each its own job name, unless the class was renamed"));
    }
}
