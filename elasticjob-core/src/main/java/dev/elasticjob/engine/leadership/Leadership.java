package dev.elasticjob.engine.leadership;

import static dev.elasticjob.engine.rule.Rule.UNACKNOWLEDGED_EPOCH_IS_PUBLISHED;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.failover.LostRuns;
import dev.elasticjob.engine.items.ItemStatus;
import dev.elasticjob.engine.runs.Starts;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.spi.JobInstance;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What the leader does: it publishes epochs, finds lost runs, moves run requests, and cleans up. It schedules nothing, so that
 * only a change of owners waits for it.
 */
public final class Leadership {

    private final JobContext job;
    private final LostRuns lostRuns;
    private final Election election;
    private final Epochs epochs;
    private final Housekeeping housekeeping;

    public Leadership(JobContext job, ItemStatus status, LostRuns lostRuns, Starts starts) {
        this.job = job;
        this.lostRuns = lostRuns;
        election = new Election(job);
        housekeeping = new Housekeeping(job);
        epochs = new Epochs(job, status, lostRuns, starts, housekeeping);
    }

    // ---- what a leader reads ----

    /** Returns the items that a leader reads, after it has invalidated those that must be read again. */
    public SortedSet<Integer> gather() {
        Optional<Epoch> epoch = job.view().epoch();
        if (!election.isLeader() || epoch.isEmpty()) {
            return new TreeSet<>();
        }
        SortedSet<Integer> examined = lostRuns.gatherAsLeader(epoch.get());
        return epoch.get().open() ? examined : epoch.get().items();
    }

    /** Returns whether this instance needs the member list: as the leader, or as a candidate while there is none. */
    public boolean needsMembers() {
        return election.isLeader() || job.view().mayHaveNoLeader();
    }

    /** Returns whether this instance needs the run requests of all instances. */
    public boolean needsRequests() {
        return election.isLeader();
    }

    /** Everything is checked again, because another program may have changed it. */
    public void checkAgain() {
        lostRuns.scanAgain();
        housekeeping.publishAgain();
    }

    public void strategyAnswered(String fingerprint, Optional<Map<JobInstance, List<Integer>>> answer, String problem) {
        epochs.strategyAnswered(fingerprint, answer, problem);
    }

    // ---- decisions ----

    /** Leads, or tries to. The first of these that has something to do takes the slot; the others follow later. */
    public void lead() {
        election.publishChange();
        if (!election.isLeader()) {
            lostRuns.forgetAsFollower();
            epochs.forgetAsFollower();
            housekeeping.forgetAsFollower();
            job.needs().watch(job.tree().trigger(job.id()));
            election.tryToLead();
            return;
        }
        if (UNACKNOWLEDGED_EPOCH_IS_PUBLISHED.holds()) {
            job.view().epoch().ifPresent(epochs::notice);
        }
        election.won();
        // The requests of all instances, and so those of this one.
        job.needs().watchTree(job.tree().triggers());
        if (!job.commits().isFree(Slot.MEMBER) || job.view().epochNode().isEmpty()) {
            return;
        }
        lostRuns.detect();
        if (!epochs.publishIfNeeded() && !lostRuns.offer() && !epochs.moveRequestsToOwners()) {
            housekeeping.cleanUp();
        }
    }
}
