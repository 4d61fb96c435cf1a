package dev.elasticjob.engine.items;

import static dev.elasticjob.engine.rule.Rule.CLOSED_EPOCH_WAITS_FOR_RECORDS;
import static dev.elasticjob.engine.rule.Rule.LOST_RUN_HAS_NO_MARK;
import static dev.elasticjob.engine.rule.Rule.LOST_RUN_HAS_NO_MEMBER_SESSION;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.RunRecord;
import java.util.Optional;

/** Whether an item is running, on whichever instance, and whether its last run was lost. */
public final class ItemStatus {

    private final JobContext job;

    public ItemStatus(JobContext job) {
        this.job = job;
    }

    /**
     * Returns the node to watch until an item is idle; empty if it is. That is the mark of the run, or its record if another
     * program deleted the mark but the run belongs to a member, which will record its end.
     */
    public Optional<String> busy(int item) {
        Optional<String> mark = mark(item);
        if (mark.isPresent()) {
            return mark;
        }
        RunRecord record = job.view().record(item);
        boolean isRunOfMember = record.isStarted()
                && isMemberSession(record.run().get().session())
                && (CLOSED_EPOCH_WAITS_FOR_RECORDS.holds()
                        || job.view().epoch().filter(Epoch::open).isPresent());
        return isRunOfMember ? Optional.of(job.tree().item(item)) : Optional.empty();
    }

    /** Returns the mark of an item, if there is one: without monitoring, of a run that began with it. */
    public Optional<String> mark(int item) {
        return Optional.of(job.tree().running(item)).filter(job.view()::exists);
    }

    /** Returns whether the last run of an item was interrupted, or ended with its instance. */
    public boolean isLost(int item) {
        RunRecord record = job.view().record(item);
        if (record.isAbandoned()) {
            return true;
        }
        return record.isStarted()
                && (LOST_RUN_HAS_NO_MARK.holds()
                        ? busy(item).isEmpty()
                        : !isMemberSession(record.run().get().session()));
    }

    /** Returns whether the record of an item says that a run is in progress whose session is not that of a member. */
    public boolean isOfLostSession(RunRecord record) {
        return record.isStarted()
                && !(LOST_RUN_HAS_NO_MEMBER_SESSION.holds()
                        && job.view()
                                .memberSessions()
                                .contains(record.run().get().session()));
    }

    private boolean isMemberSession(long session) {
        return LOST_RUN_HAS_NO_MEMBER_SESSION.holds()
                ? job.view().memberSessions().contains(session)
                : session == job.session().id();
    }
}
