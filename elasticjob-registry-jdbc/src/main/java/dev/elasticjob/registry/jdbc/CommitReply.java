package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.support.TransactionPlan.Before;
import java.util.Map;

/** Reply of a database to a {@link CommitCall}. */
sealed interface CommitReply {

    /**
     * The commit was applied.
     *
     * @param updated the new versions of the updated nodes
     */
    record Done(long number, long at, Map<String, Integer> updated) implements CommitReply {}

    /**
     * A condition was not met.
     *
     * @param before the existing nodes among those of the conditions
     */
    record ConditionFailed(Map<String, Before> before) implements CommitReply {}

    /** The session does not exist. */
    record SessionOver() implements CommitReply {}

    /** A later connection has attached the session. */
    record OtherGeneration() implements CommitReply {}

    /** The database has lost commits and has ended all sessions. */
    record LostCommits() implements CommitReply {}
}
