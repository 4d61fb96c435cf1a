package dev.elasticjob.engine.membership;

import static dev.elasticjob.engine.rule.Rule.SHUTDOWN_BY_OPERATOR_IS_FINAL;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Leave;
import dev.elasticjob.engine.context.Phase;
import dev.elasticjob.registry.Node;
import java.util.Optional;

/** Joins a job, notices that an operator has shut it down or removed it, and leaves it. */
public final class Membership {

    private final JobContext job;
    private final OtherEngines otherEngines;
    private final Leaving leaving;
    private final Joining joining;

    public Membership(JobContext job) {
        this.job = job;
        JoinAttempt attempt = new JoinAttempt();
        otherEngines = new OtherEngines(job);
        leaving = new Leaving(job, attempt);
        joining = new Joining(job, attempt, otherEngines, leaving);
    }

    public void join() {
        joining.join();
    }

    /** Leaves if the job was removed or shut down on this instance. Returns whether this instance is still a member. */
    public boolean leaveIfEnded() {
        if (job.view().config().isEmpty()) {
            leaving.leave(new Leave(Leave.Kind.REMOVED, "the job was removed from the registry"));
            return false;
        }
        Optional<Node> own = job.view().node(job.tree().instance(job.id()));
        if (own.isEmpty() || own.get().owner() != job.session().id()) {
            if (SHUTDOWN_BY_OPERATOR_IS_FINAL.holds()) {
                leaving.leave(new Leave(Leave.Kind.OPERATOR, "an operator shut the job down on this instance"));
            } else {
                job.phase(Phase.JOINING);
            }
            return false;
        }
        if (job.view().isMemberListFresh()) {
            otherEngines.check();
        }
        return true;
    }

    public void leave(Leave why) {
        leaving.leave(why);
    }

    /** Bounds the drain, also while the registry does not answer. */
    public void boundDrain() {
        leaving.boundDrain();
    }

    /** Does the next step of leaving. */
    public void proceedLeaving() {
        leaving.proceed();
    }

    /** The session ended while this instance was leaving. */
    public void sessionLostWhileLeaving() {
        leaving.sessionLost();
    }
}
