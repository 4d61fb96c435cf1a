package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.OVERWRITTEN_LEADER_IS_REPAIRED;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import dev.elasticjob.tracing.JobEvent;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;

/** Which instance leads: the oldest tries first, the others after a delay with jitter. */
final class Election {

    private final JobContext job;
    private Optional<Duration> vacantSince = Optional.empty();
    private Duration jitter = Duration.ZERO;

    /** The id with which this instance leads; empty while it does not. */
    private Optional<String> ledAs = Optional.empty();

    Election(JobContext job) {
        this.job = job;
    }

    boolean isLeader() {
        return job.view()
                .leader()
                .filter(node ->
                        node.owner() == job.session().id() && node.text().equals(job.id()))
                .isPresent();
    }

    /** Publishes that this instance became the leader. */
    void publishChange() {
        Optional<String> leadsAs = isLeader() ? Optional.of(job.id()) : Optional.empty();
        if (!leadsAs.equals(ledAs)) {
            ledAs = leadsAs;
            leadsAs.ifPresent(id -> job.effects()
                    .publish(new JobEvent.BecameLeader(
                            job.jobName(), job.effects().now(), id)));
        }
    }

    /** This instance leads. */
    void won() {
        vacantSince = Optional.empty();
    }

    /** Tries to become the leader if there is none. */
    void tryToLead() {
        Optional<Node> leader = job.view().leader();
        if (leader.isPresent()) {
            vacantSince = Optional.empty();
            if (OVERWRITTEN_LEADER_IS_REPAIRED.holds()
                    && leader.get().owner() == job.session().id()) {
                repair(leader.get());
            }
            return;
        }
        Duration delay = job.settings().electionDelay();
        if (vacantSince.isEmpty()) {
            vacantSince = Optional.of(job.effects().elapsed());
            jitter = Duration.ofMillis(job.effects().random().nextLong(delay.toMillis() + 1));
        }
        Duration earliest =
                isOldest() ? Duration.ZERO : vacantSince.get().plus(delay).plus(jitter);
        if (job.needs().hasComeOrWake(earliest) && job.commits().isFree(Slot.MEMBER)) {
            job.commits()
                    .send(
                            Slot.MEMBER,
                            "lead",
                            Transaction.builder()
                                    .checkExists(job.tree().config())
                                    .create(job.tree().leaderInstance(), job.id(), Mode.BOUND));
        }
    }

    /** The leadership belongs to this session, but another program wrote another id into its node. */
    private void repair(Node leader) {
        if (job.commits().isFree(Slot.MEMBER)) {
            job.reports()
                    .report(
                            "leader",
                            "The node of the leader, which this instance holds, was overwritten with '" + leader.text()
                                    + "'. It is repaired");
            job.commits()
                    .send(
                            Slot.MEMBER,
                            "repair the leader's node",
                            Transaction.builder().set(leader.path(), job.id(), leader.version()));
        }
    }

    private boolean isOldest() {
        return job.view().instances().stream()
                .filter(node -> JobView.isOfThisEngine(JobView.name(node)))
                .min(Comparator.comparingLong(Node::created))
                .filter(node -> JobView.name(node).equals(job.id()))
                .isPresent();
    }
}
