package dev.elasticjob.engine.rule;

import java.util.function.Supplier;

/**
 * The rules of the engine that a test can switch off one at a time, to prove that the simulator detects an engine without
 * that rule. Decision code asks {@link #holds()} at the place where it applies the rule; outside of tests the answer is
 * always yes. {@code docs/architecture.md} states the rules in full.
 */
public enum Rule {
    // Clocks and fires
    FIRE_IS_OWED,
    OWED_FIRE_IS_LATER,
    LATE_FIRE_IS_MISSED,
    MADE_UP_FIRE_COUNTS_AS_BEGUN,
    MISSED_FIRE_ALLOWS_FAILOVER,
    FIRES_FOLLOW_REGISTRY_CLOCK,
    FUTURE_TIME_IS_IMPLAUSIBLE,
    FUTURE_EPOCH_IS_REPLACED,

    // Reads and watches
    READ_FOLLOWS_WATCH,
    RECONNECT_READS_AGAIN,
    EVERYTHING_IS_READ_AGAIN,
    READ_AFTER_UNKNOWN_OUTCOME_IS_SYNCED,
    MEMBERS_ARE_READ_FOR_LOST_RUNS,
    REQUESTS_ARE_READ_WITH_LOG,
    WAITING_TO_JOIN_WATCHES,
    OWNER_WATCHES_RUN_ELSEWHERE,
    START_OF_ANOTHER_SESSION_IS_WATCHED,
    ENABLED_ITEM_IS_NOTICED,

    // Membership
    UNACKNOWLEDGED_JOIN_IS_ADOPTED,
    SHUTDOWN_BY_OPERATOR_IS_FINAL,
    LEAVE_WAITS_FOR_RUNS,
    LEAVING_LEADER_RESIGNS,
    MEMBER_COMMITS_CHECK_MEMBERSHIP,
    LEASE_END_INTERRUPTS,
    SESSION_LOSS_INTERRUPTS,

    // Epochs
    EPOCH_CHECKS_CONFIGURATION,
    UNACKNOWLEDGED_EPOCH_IS_PUBLISHED,
    STATIC_SHARDING_KEEPS_OWNERS,
    TOTAL_CHANGES_IN_CLOSED_EPOCH,
    CLOSED_EPOCH_STARTS_NOTHING,
    CLOSED_EPOCH_WAITS_FOR_RUNS,
    CLOSED_EPOCH_WAITS_FOR_RECORDS,
    CLOSED_EPOCH_WATCHES_RUNS,
    MARKS_ARE_READ_AFTER_CLOSING,
    EPOCH_REOPENS_WHEN_TOTAL_IS_SET_BACK,
    LEADER_WAITS_FOR_ACKNOWLEDGEMENTS,
    RUN_OF_REMOVED_JOB_IS_MARKED,
    ITEM_CREATION_IS_SPLIT,

    // Starts
    START_CHECKS_EPOCH,
    START_CHECKS_MEMBERSHIP,
    START_CHECKS_SERVER,
    START_IS_SPLIT,
    RUN_HAS_TOTAL_OF_EPOCH,
    DISABLED_ITEM_IS_NOT_RUN,
    UNKNOWN_START_IS_SETTLED_BY_NONCE,
    UNKNOWN_START_NEEDS_ITS_MARK,
    UNBEGUN_RUN_IS_TAKEN_BACK,
    NEW_BEGIN_CAN_BE_INTERRUPTED,

    // Finishes and back-to-back runs
    ITEM_NODES_HAVE_GENERATION,
    FINISH_CHECKS_NONCE,
    FINISH_IGNORES_OWNERSHIP,
    FINISH_RECORDS_DUE_FIRE,
    FINISH_REMOVES_MARK,
    FINISH_IS_SPLIT,
    PREVIOUS_RUN_IS_KEPT,
    FOLLOWING_START_RECORDS_PREVIOUS_END,
    UNKNOWN_FOLLOWING_START_IS_SETTLED_BY_RECORD,

    // Failover
    LOST_RUN_HAS_NO_MARK,
    LOST_RUN_HAS_NO_MEMBER_SESSION,
    LOST_RUN_OF_ANOTHER_TOTAL_IS_NOT_REPEATED,
    ATTEMPTS_ARE_LIMITED,
    ABANDONED_RUN_IS_OFFERED,

    // Run requests
    SERVED_REQUEST_IS_SKIPPED,
    UNACKNOWLEDGED_START_IS_NOT_REPEATED,
    UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED,
    UNREQUESTED_RUN_FITS_ONE_TRANSACTION,
    REQUESTS_MOVE_WITH_ITEMS,
    REQUEST_WAITS_FOR_OWNER,
    REQUESTS_HAVE_VERSION_OF_FOLDER,
    REQUEST_CHANGE_CHECKS_FOLDER,
    DROPPED_REQUEST_IS_REPORTED,

    // Housekeeping
    MISSING_NODES_ARE_RECREATED,
    INVALID_NODES_ARE_DELETED,
    OVERWRITTEN_LEADER_IS_REPAIRED,
    EPOCH_HAS_KNOWN_MEMBERS,
    DISABLED_SERVER_STAYS;

    private static boolean anyIsOff;
    private static final ThreadLocal<Rule> OFF = new ThreadLocal<>();

    /** Returns whether the engine follows this rule. */
    public boolean holds() {
        return !anyIsOff || OFF.get() != this;
    }

    /** Returns the result of code that runs on this thread without this rule; only for tests. */
    <T> T without(Supplier<T> code) {
        anyIsOff = true;
        OFF.set(this);
        try {
            return code.get();
        } finally {
            OFF.remove();
        }
    }
}
