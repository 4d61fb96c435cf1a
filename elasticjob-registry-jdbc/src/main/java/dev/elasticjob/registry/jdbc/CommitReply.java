package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.support.TransactionPlan.Before;
import java.util.Map;

/** The answer of a database to a {@link CommitCall}. */
sealed interface CommitReply {

    /** @param updated the new versions of the updated nodes */
    record Done(long number, long at, Map<String, Integer> updated) implements CommitReply {}

    /** @param before the nodes that exist among those of the conditions */
    record ConditionFailed(Map<String, Before> before) implements CommitReply {}

    /** There is no such session. */
    record SessionOver() implements CommitReply {}

    /** The session was attached by a later connection. */
    record OtherGeneration() implements CommitReply {}

    /** The database had lost commits, and has ended all sessions. */
    record LostCommits() implements CommitReply {}
}
