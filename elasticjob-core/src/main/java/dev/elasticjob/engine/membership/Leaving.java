package dev.elasticjob.engine.membership;

import static dev.elasticjob.engine.rule.Rule.LEAVE_WAITS_FOR_RUNS;
import static dev.elasticjob.engine.rule.Rule.LEAVING_LEADER_RESIGNS;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.context.LocalRun;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.spi.JobInstance;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Leaving a job. The instance first deletes its node and its leadership, so that idle items move at once. It keeps the session
 * and the marks until its last run has ended: the next owners of those items wait for the marks. The drain is bounded, also
 * while the registry does not answer.
 */
final class Leaving {

    private final JobContext job;
    private final JoinAttempt attempt;
    private Optional<Leave> reason = Optional.empty();
    private Duration since = Duration.ZERO;
    private Duration interruptAt = Duration.ZERO;
    private Duration giveUpAt = Duration.ZERO;
    private boolean withdrawn;

    Leaving(JobContext job, JoinAttempt attempt) {
        this.job = job;
        this.attempt = attempt;
    }

    void leave(Leave why) {
        if (job.phase() == Phase.LEAVING || job.phase() == Phase.ENDED) {
            return;
        }
        boolean neverJoined = job.phase() == Phase.APART || job.phase() == Phase.JOINING;
        reason = Optional.of(why);
        job.phase(Phase.LEAVING);
        withdrawn = job.instance().isEmpty() && attempt.instance().isEmpty();
        since = job.effects().elapsed();
        interruptAt = since.plus(job.settings().drain());
        giveUpAt = interruptAt.plus(job.settings().drainInterrupted());
        if (neverJoined && withdrawn && job.runs().isEmpty()) {
            end();
        }
    }

    /** Interrupts runs, and gives them up, when their time is over. */
    void boundDrain() {
        if (job.effects().elapsed().compareTo(giveUpAt) >= 0) {
            giveUp();
            return;
        }
        if (job.needs().hasComeOrWake(interruptAt)) {
            job.runs().drainIsOver();
            job.runs().interruptAll("the application stops");
        }
        job.needs().wakeAt(giveUpAt);
        if (job.runs().isEmpty() && (!job.session().exists() || isRegistryUnreachable())) {
            end();
        }
    }

    /** Returns whether the registry has not answered for too long; what is left of this instance ends with the session. */
    private boolean isRegistryUnreachable() {
        if (job.session().isConnected()) {
            return false;
        }
        return job.needs().hasComeOrWake(since.plus(job.settings().leaveUnreachable()));
    }

    private void giveUp() {
        for (LocalRun run : job.runs().all()) {
            job.reports()
                    .report(
                            "leave " + run.item(),
                            "Item " + run.item() + " has not ended "
                                    + job.settings().drainInterrupted().toSeconds()
                                    + " s after it was interrupted; its run fails over when the session ends");
        }
        end();
    }

    /** The nodes of this instance ended with the session: nothing is left to withdraw. */
    void sessionLost() {
        withdrawn = true;
        boundDrain();
    }

    /** Does the next step: withdraw, then end when the last run has ended. */
    void proceed() {
        if (!withdrawn) {
            withdraw();
        } else if (!LEAVE_WAITS_FOR_RUNS.holds()
                || job.runs().isEmpty() && job.commits().isFree(Slot.FINISH)) {
            end();
        }
    }

    private void withdraw() {
        if (!job.commits().isFree(Slot.MEMBER)) {
            return;
        }
        long session = job.session().id();
        Transaction.Builder transaction = Transaction.builder();
        for (Optional<JobInstance> each : List.of(job.instance(), attempt.instance())) {
            each.map(instance -> job.tree().instance(instance.jobInstanceId()))
                    .flatMap(job.view()::node)
                    .filter(node -> node.owner() == session)
                    .ifPresent(node -> transaction.delete(node.path(), Transaction.ANY_VERSION));
        }
        job.view()
                .leader()
                .filter(node -> node.owner() == session && LEAVING_LEADER_RESIGNS.holds())
                .ifPresent(node -> transaction.delete(node.path(), node.version()));
        if (transaction.isEmpty()) {
            withdrawn = true;
            proceed();
            return;
        }
        job.commits()
                .send(Slot.MEMBER, "leave", transaction.build(), result -> withdrawn = result instanceof Committed);
    }

    private void end() {
        job.end(reason.orElseThrow());
    }
}
