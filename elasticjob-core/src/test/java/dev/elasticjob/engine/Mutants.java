package dev.elasticjob.engine;

import dev.elasticjob.engine.rule.Rule;
import java.util.List;

/** The injected bugs that the simulator must detect: for each {@link Rule}, what the engine does without it. */
final class Mutants {

    private Mutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of(Rule.START_CHECKS_EPOCH, "a start does not check the epoch")
                        .breaks("1", "7"),
                Mutant.of(Rule.START_CHECKS_MEMBERSHIP, "a start does not check that its instance is a member")
                        .breaks("5")
                        .lastDetectedBy(130),
                Mutant.of(Rule.START_CHECKS_SERVER, "a start does not check that its server is enabled")
                        .breaks("5"),
                Mutant.of(Rule.FINISH_IGNORES_OWNERSHIP, "a finish does nothing when the item has moved away")
                        .breaks("2", "3"),
                Mutant.of(
                                Rule.LOST_RUN_HAS_NO_MEMBER_SESSION,
                                "a lost run is detected by its mark alone, whatever its session")
                        .breaks("1")
                        .lastDetectedBy(962),
                Mutant.of(Rule.MEMBERS_ARE_READ_FOR_LOST_RUNS, "a lost run is detected without reading the members")
                        .in(SimScript.MARK_OF_A_MEMBER_IS_DELETED)
                        .breaks("1", "4"),
                Mutant.of(Rule.LOST_RUN_HAS_NO_MARK, "a lost run is detected by its session alone, whatever its mark")
                        .breaks("1"),
                Mutant.of(Rule.TOTAL_CHANGES_IN_CLOSED_EPOCH, "a new total is published without closing the epoch")
                        .breaks("7")
                        .lastDetectedBy(90),
                Mutant.of(
                                Rule.CLOSED_EPOCH_WAITS_FOR_RUNS,
                                "a closed epoch is opened with another total while items run")
                        .breaks("7")
                        .lastDetectedBy(202),
                Mutant.of(
                                Rule.MARKS_ARE_READ_AFTER_CLOSING,
                                "a closed epoch is opened by marks that were read before it was closed")
                        .breaks("7")
                        .lastDetectedBy(2470),
                Mutant.of(Rule.READ_FOLLOWS_WATCH, "what changed before its watch was set is not read")
                        .breaks("3", "4")
                        .lastDetectedBy(65),
                Mutant.of(
                                Rule.WAITING_TO_JOIN_WATCHES,
                                "an instance that has to wait before it joins does not watch for what it waits for")
                        .breaks("3", "4")
                        .lastDetectedBy(181),
                Mutant.of(
                                Rule.CLOSED_EPOCH_WATCHES_RUNS,
                                "a leader with a closed epoch does not watch the mark it waits for")
                        .breaks("3")
                        .lastDetectedBy(569),
                Mutant.of(
                                Rule.EPOCH_REOPENS_WHEN_TOTAL_IS_SET_BACK,
                                "a closed epoch stays closed when the total is set back")
                        .breaks("3")
                        .lastDetectedBy(202),
                Mutant.of(Rule.RUN_HAS_TOTAL_OF_EPOCH, "the total of a run is taken from the configuration")
                        .breaks("7")
                        .lastDetectedBy(95),
                Mutant.of(Rule.FIRE_IS_OWED, "a fire is timed, not owed").breaks("3", "4"),
                Mutant.of(
                                Rule.OWED_FIRE_IS_LATER,
                                "a fire is owed when it differs from the last one begun, not when it is later")
                        .breaks("2")
                        .lastDetectedBy(229),
                Mutant.of(
                                Rule.SERVED_REQUEST_IS_SKIPPED,
                                "a request that was served is served again when it is repeated")
                        .breaks("2")
                        .lastDetectedBy(800),
                Mutant.of(Rule.DISABLED_ITEM_IS_NOT_RUN, "a disabled item is run")
                        .breaks("5"),
                Mutant.of(Rule.FINISH_RECORDS_DUE_FIRE, "a finish does not write what fell due during the run")
                        .breaks("2"),
                Mutant.of(Rule.LEAVE_WAITS_FOR_RUNS, "a leaving instance ends its session while its items run")
                        .breaks("1"),
                Mutant.of(Rule.LEASE_END_INTERRUPTS, "nothing is interrupted when the lease is about to end")
                        .breaks("1", "7"),
                Mutant.of(
                                Rule.RECONNECT_READS_AGAIN,
                                "what was read before the connection was lost is used when it is back")
                        .breaks("3", "4"),
                Mutant.of(Rule.SHUTDOWN_BY_OPERATOR_IS_FINAL, "an instance that an operator shut down joins again")
                        .breaks("5"),
                Mutant.of(Rule.OWNER_WATCHES_RUN_ELSEWHERE, "an owner that waits for a run elsewhere does not watch it")
                        .in(SimScript.RUN_ON_ANOTHER_INSTANCE_ENDS)
                        .breaks("3", "4"),
                Mutant.of(Rule.CLOSED_EPOCH_STARTS_NOTHING, "items are started in a closed epoch")
                        .breaks("7"),
                Mutant.of(
                                Rule.FINISH_CHECKS_NONCE,
                                "a finish overwrites the record of the instance that the run failed over to")
                        .breaks("1", "2", "3")
                        .lastDetectedBy(472),
                Mutant.of(
                                Rule.UNACKNOWLEDGED_JOIN_IS_ADOPTED,
                                "a join that was committed but not acknowledged is repeated")
                        .breaks("3"),
                Mutant.of(Rule.LEAVING_LEADER_RESIGNS, "a leader that leaves keeps the leadership")
                        .breaks("4")
                        .lastDetectedBy(248),
                Mutant.of(Rule.REQUESTS_MOVE_WITH_ITEMS, "requests do not move with their items")
                        .breaks("3"),
                Mutant.of(Rule.UNBEGUN_RUN_IS_TAKEN_BACK, "a run that never began is recorded as if it had")
                        .breaks("2", "3", "4")
                        .lastDetectedBy(134),
                Mutant.of(
                                Rule.UNACKNOWLEDGED_EPOCH_IS_PUBLISHED,
                                "the owners of an epoch whose publication was not acknowledged are not published")
                        .breaks("3"),
                Mutant.of(Rule.FINISH_REMOVES_MARK, "a finish leaves its mark").breaks("3", "4"),
                Mutant.of(Rule.MADE_UP_FIRE_COUNTS_AS_BEGUN, "a fire is made up for twice")
                        .breaks("2"),
                Mutant.of(
                                Rule.UNKNOWN_START_IS_SETTLED_BY_NONCE,
                                "a start of unknown outcome is taken for a committed one")
                        .breaks("1")
                        .lastDetectedBy(160),
                Mutant.of(
                                Rule.UNKNOWN_START_NEEDS_ITS_MARK,
                                "a committed start of unknown outcome begins although its mark is gone")
                        .in(SimScript.START_IS_NOT_BEGUN_WITHOUT_ITS_MARK)
                        .breaks("1", "7"),
                Mutant.of(
                                Rule.UNACKNOWLEDGED_START_IS_NOT_REPEATED,
                                "a run whose start was not acknowledged is requested again")
                        .breaks("2"),
                Mutant.of(
                                Rule.UNACKNOWLEDGED_REQUEST_IS_NOT_REPEATED,
                                "a run whose request was not acknowledged is requested again")
                        .breaks("2"),
                Mutant.of(
                                Rule.REQUESTS_HAVE_VERSION_OF_FOLDER,
                                "a request is added to a node that was created again since")
                        .breaks("2", "3")
                        .lastDetectedBy(1498),
                Mutant.of(Rule.REQUESTS_ARE_READ_WITH_LOG, "the log of requests is read without the requests")
                        .breaks("2", "3")
                        .lastDetectedBy(1498),
                Mutant.of(
                                Rule.PREVIOUS_RUN_IS_KEPT,
                                "a run whose end the next was to record is forgotten when that one does not start")
                        .breaks("2"),
                Mutant.of(
                                Rule.UNKNOWN_FOLLOWING_START_IS_SETTLED_BY_RECORD,
                                "the start of a run that follows another counts as made when it was not answered")
                        .breaks("2"),
                Mutant.of(
                                Rule.FOLLOWING_START_RECORDS_PREVIOUS_END,
                                "a run that follows another does not record the end of that one")
                        .breaks("2"),
                Mutant.of(Rule.SESSION_LOSS_INTERRUPTS, "nothing is interrupted when the session is lost")
                        .breaks("1"),
                Mutant.of(Rule.READ_AFTER_UNKNOWN_OUTCOME_IS_SYNCED, "a read after an unknown outcome is not synced")
                        .breaks("1", "2", "3", "4", "7")
                        .lastDetectedBy(491),
                Mutant.of(Rule.STATIC_SHARDING_KEEPS_OWNERS, "static sharding is ignored")
                        .breaks("3"),
                Mutant.of(Rule.ABANDONED_RUN_IS_OFFERED, "an abandoned run is not offered for failover")
                        .breaks("3")
                        .lastDetectedBy(101),
                Mutant.of(Rule.ATTEMPTS_ARE_LIMITED, "the limit on attempts is not enforced")
                        .in(SimScript.RUN_IS_LOST_AGAIN_AND_AGAIN)
                        .breaks("2"),
                Mutant.of(Rule.LOST_RUN_OF_ANOTHER_TOTAL_IS_NOT_REPEATED, "a lost run of another total fails over")
                        .in(SimScript.TOTAL_CHANGES_AFTER_A_RUN_IS_LOST)
                        .breaks("7"),
                Mutant.of(Rule.EVERYTHING_IS_READ_AGAIN, "a full read never happens")
                        .breaks("3", "4"),
                Mutant.of(Rule.FUTURE_TIME_IS_IMPLAUSIBLE, "a run record from the future is valid")
                        .breaks("3", "4")
                        .lastDetectedBy(273),
                Mutant.of(Rule.CLOSED_EPOCH_WAITS_FOR_RECORDS, "a closed epoch waits for marks only")
                        .in(SimScript.MARK_IS_DELETED_BEFORE_THE_TOTAL_CHANGES)
                        .breaks("7"),
                Mutant.of(Rule.DISABLED_SERVER_STAYS, "disabled servers are deleted when no instance uses them")
                        .in(SimScript.UNUSED_SERVER_IS_DISABLED)
                        .breaks("5"),
                Mutant.of(Rule.EPOCH_CHECKS_CONFIGURATION, "an epoch is published without checking the configuration")
                        .breaks("7")
                        .lastDetectedBy(473),
                Mutant.of(
                                Rule.START_OF_ANOTHER_SESSION_IS_WATCHED,
                                "an owner does not watch a start that may be taken back")
                        .in(SimScript.START_IS_TAKEN_BACK)
                        .breaks("4"),
                Mutant.of(
                                Rule.LEADER_WAITS_FOR_ACKNOWLEDGEMENTS,
                                "a leader does not wait until all members have marked their runs")
                        .in(SimScript.MONITORING_IS_SWITCHED_ON_DURING_RUNS)
                        .breaks("1", "2", "7"),
                Mutant.of(
                                Rule.RUN_OF_REMOVED_JOB_IS_MARKED,
                                "runs of a removed job are not marked when it is registered again")
                        .in(SimScript.JOB_IS_REGISTERED_AGAIN_DURING_A_RUN)
                        .breaks("1", "2", "7"),
                Mutant.of(Rule.FIRES_FOLLOW_REGISTRY_CLOCK, "fires follow the clock of the machine alone")
                        .breaks("2", "3"),
                Mutant.of(Rule.MISSING_NODES_ARE_RECREATED, "missing nodes are not recreated")
                        .breaks("3", "4")
                        .lastDetectedBy(78),
                Mutant.of(Rule.INVALID_NODES_ARE_DELETED, "nodes that are not bound to a session stay")
                        .breaks("3", "4"),
                Mutant.of(Rule.FUTURE_EPOCH_IS_REPLACED, "an epoch from the future stays")
                        .in(SimScript.EPOCH_COMES_FROM_THE_FUTURE)
                        .breaks("3", "4"),
                Mutant.of(Rule.MISSED_FIRE_ALLOWS_FAILOVER, "a missed fire prevents the failover of a lost run")
                        .in(SimScript.RUN_IS_LOST_AND_A_FIRE_MISSED)
                        .breaks("3"),
                Mutant.of(Rule.LATE_FIRE_IS_MISSED, "a fire is run however late it is")
                        .breaks("2")
                        .lastDetectedBy(393),
                Mutant.of(Rule.START_IS_SPLIT, "a start is not split").breaks("3", "4"),
                Mutant.of(Rule.FINISH_IS_SPLIT, "a finish is not split").breaks("2", "3", "4"),
                Mutant.of(Rule.ITEM_CREATION_IS_SPLIT, "the creation of items is not split")
                        .breaks("3", "4"),
                Mutant.of(
                                Rule.UNREQUESTED_RUN_FITS_ONE_TRANSACTION,
                                "a requested run that does not fit into one transaction is started without a request")
                        .in(SimScript.REQUESTER_DIES_BETWEEN_TRANSACTIONS)
                        .breaks("3"),
                Mutant.of(Rule.REQUEST_WAITS_FOR_OWNER, "requests are deleted while no instance may own the items")
                        .breaks("3")
                        .lastDetectedBy(263),
                Mutant.of(Rule.DROPPED_REQUEST_IS_REPORTED, "a request that is dropped is not reported")
                        .breaks("3"),
                Mutant.of(
                                Rule.REQUEST_CHANGE_CHECKS_FOLDER,
                                "a change of a request does not check the version of the folder")
                        .breaks("2", "3"),
                Mutant.of(Rule.ENABLED_ITEM_IS_NOTICED, "an item that is enabled again is not noticed")
                        .in(SimScript.ITEM_IS_ENABLED_JUST_BEFORE_ITS_FIRE)
                        .breaks("4"),
                Mutant.of(
                                Rule.NEW_BEGIN_CAN_BE_INTERRUPTED,
                                "a run that was interrupted before it began is not interrupted again")
                        .in(SimScript.LEASE_ENDS_BEFORE_THE_CODE_BEGINS)
                        .breaks("1", "2", "7"),
                Mutant.of(
                                Rule.MEMBER_COMMITS_CHECK_MEMBERSHIP,
                                "an instance that is no member any more publishes an epoch")
                        .in(SimScript.JOB_IS_REGISTERED_AGAIN_UNNOTICED_BY_ITS_LEADER)
                        .breaks("7"),
                Mutant.of(
                                Rule.ITEM_NODES_HAVE_GENERATION,
                                "the record of a job that was registered again is overwritten")
                        .in(SimScript.JOB_IS_REGISTERED_AGAIN_UNNOTICED_BY_A_LEAVING_INSTANCE)
                        .breaks("1", "2", "7"),
                Mutant.of(Rule.EPOCH_HAS_KNOWN_MEMBERS, "an epoch with members that do not exist stays")
                        .in(SimScript.EPOCH_NAMES_UNKNOWN_MEMBERS)
                        .breaks("3", "4"),
                Mutant.of(Rule.OVERWRITTEN_LEADER_IS_REPAIRED, "a leader whose node was overwritten does not repair it")
                        .in(SimScript.LEADER_IS_OVERWRITTEN)
                        .breaks("3", "4"),
                Mutant.of(Rule.TIMEOUT_INTERRUPTS, "a run is not interrupted at its timeout")
                        .breaks("8"),
                Mutant.of(Rule.LIMITED_RUN_HAS_FAILED, "a run that a timeout or an operator ended is abandoned")
                        .breaks("2"),
                Mutant.of(
                                Rule.GIVEN_UP_CODE_BLOCKS_ITEM_HERE,
                                "an item is started while code of it that was given up still runs here")
                        .breaks("1"),
                Mutant.of(Rule.KILL_CHECKS_TOKEN, "a kill ends a run with another token")
                        .breaks("8"),
                Mutant.of(Rule.RETRY_WAITS_FOR_ITS_TIME, "a failed run is tried again at once")
                        .breaks("8"),
                Mutant.of(Rule.RETRIES_ARE_LIMITED, "a failed run is tried again without a limit")
                        .breaks("8"),
                Mutant.of(
                                Rule.RETRY_OF_ANOTHER_TOTAL_IS_NOT_RUN,
                                "a failed run is tried again although the total has changed")
                        .breaks("7"),
                Mutant.of(
                                Rule.REQUEST_WAITS_FOR_RETRY,
                                "a run request supersedes the retry of a run that an application requested")
                        .breaks("8"),
                Mutant.of(Rule.FAILOVER_KEEPS_TRIES, "a failover forgets how often the run was tried")
                        .breaks("8"));
    }
}
