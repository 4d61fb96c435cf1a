package dev.elasticjob.registry.jdbc;

import dev.elasticjob.registry.support.TransactionPlan.Condition;
import dev.elasticjob.registry.support.TransactionPlan.Presence;

/** Numeric codes of conditions, as defined by the functions of the schema. */
final class Flags {

    private Flags() {}

    static int of(Condition condition) {
        return (condition.presence() == Presence.PRESENT ? 1 : 0)
                | (condition.presence() == Presence.ABSENT ? 2 : 0)
                | (condition.persistent() ? 4 : 0)
                | (condition.childless() ? 8 : 0);
    }
}
