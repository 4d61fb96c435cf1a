package dev.elasticjob.engine;

import java.util.List;

/** Mistakes that are easily made in the decision code, or were made in an earlier draft of it. */
final class Mutants {

    private Mutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of("a start does not check the epoch")
                        .edit("StartPlan.java", """
                .check(job.tree.epoch(), job.view.epochNode().orElseThrow().version())
                .check(job.tree.config(), job.view.config().orElseThrow().version())
                .checkExists""", """
                .check(job.tree.config(), job.view.config().orElseThrow().version())
                .checkExists""")
                        .breaks("1", "7"),
                Mutant.of("a start does not check that its instance is a member")
                        .edit("StartPlan.java", ".checkExists(job.tree.instance(job.instance.jobInstanceId()))\n", "\n")
                        .breaks("5"),
                Mutant.of("a start does not check that its server is enabled")
                        .edit(
                                "StartPlan.java",
                                ".check(server, job.view.node(server).orElseThrow().version());",
                                ".check(server, Transaction.ANY_VERSION);")
                        .breaks("5"),
                Mutant.of("a finish does nothing when the item has moved away")
                        .edit(
                                "Finishes.java",
                                "if (record.isStarted() && record.hasNonce(run.run.nonce())) {\n            return true;",
                                """
                                if (record.isStarted() && record.hasNonce(run.run.nonce())) {
                                    return job.view.epoch().isPresent()
                                            && job.view.epoch().get().owns(job.instance.jobInstanceId(), run.item);""")
                        .breaks("2", "3"),
                Mutant.of("a lost run is detected by its mark alone, whatever its session")
                        .edit(
                                "Items.java",
                                "return record.isStarted() && isMemberSession(record.run().get().session())",
                                "return record.isStarted() && record.run().get().session() == job.session")
                        .edit(
                                "Leadership.java",
                                "record.isStarted() && !sessions.contains(record.run().get().session());",
                                "record.isStarted();")
                        .breaks("1"),
                Mutant.of("a lost run is detected without reading the members")
                        .edit(
                                "Items.java",
                                "if (job.view.record(item).isStarted() && job.view.running(item).isEmpty()) {",
                                "if (false) {")
                        .in(SimScript.MARK_OF_A_MEMBER_IS_DELETED)
                        .breaks("1", "4"),
                Mutant.of("a lost run is detected by its session alone, whatever its mark")
                        .edit(
                                "Leadership.java",
                                "} else if (job.view.running(item).isPresent()) {",
                                "} else if (false) {")
                        .edit(
                                "Items.java",
                                "return record.isStarted() && busy(item).isEmpty();",
                                "return record.isStarted() && !isMemberSession(record.run().get().session());")
                        .edit(
                                "StartPlan.java",
                                "        transaction.create(job.tree.running(item), id, Mode.BOUND);\n",
                                """
                                        if (job.view.running(item).isPresent()) {
                                            transaction.delete(job.tree.running(item), Transaction.ANY_VERSION);
                                        }
                                        transaction.create(job.tree.running(item), id, Mode.BOUND);
                                """)
                        .breaks("1"),
                Mutant.of("a new total is published without closing the epoch")
                        .edit(
                                "Leadership.java",
                                "if (epoch.isPresent() && (epoch.get().total() != total || switchesMonitoringOn(epoch.get()))) {",
                                "if (false) {")
                        .breaks("7"),
                Mutant.of("a closed epoch is opened with another total while items run")
                        .edit(
                                "Leadership.java",
                                "if (!isAcknowledgedByAll(epoch.get()) || isAnyRunning(epoch.get())) {",
                                "if (false) {")
                        .breaks("7"),
                Mutant.of("a closed epoch is opened by marks that were read before it was closed")
                        .edit(
                                "Leadership.java",
                                "closedScanned = closed.number();\n",
                                "closedScanned = closed.number();\n            if (true) return isAnyRunning(closed);\n")
                        .breaks("7"),
                Mutant.of("what changed before its watch was set is not read")
                        .edit("JobMachine.java", "view.hint(new Hint(path, scope == Watch.Scope.SUBTREE));", "")
                        .breaks("3", "4"),
                Mutant.of("an instance that has to wait before it joins does not watch for what it waits for")
                        .edit(
                                "JobMachine.java",
                                "watching |= phase != Phase.JOINING || !pending.containsKey(Slot.MEMBER);",
                                "watching |= phase != Phase.JOINING;")
                        .breaks("3", "4"),
                Mutant.of("a leader with a closed epoch does not watch the mark it waits for")
                        .edit(
                                "Leadership.java",
                                "job.watch(busy.get());\n                reportWhatHoldsBack(item);",
                                "reportWhatHoldsBack(item);")
                        .breaks("3"),
                Mutant.of("a closed epoch stays closed when the total is set back")
                        .edit(
                                "Leadership.java",
                                "if (sameInputs && epoch.get().open() && !scheduleChanged",
                                "if (sameInputs && !scheduleChanged")
                        .breaks("3"),
                Mutant.of("the total of a run is taken from the configuration")
                        .edit("StartPlan.java", """
                candidate.attempt(),
                epoch.total(),""", """
                candidate.attempt(),
                job.config.getShardingTotalCount(),""")
                        .edit(
                                "Items.java",
                                "return epoch.total() == job.config.getShardingTotalCount()\n                && ",
                                "return ")
                        .breaks("7"),
                Mutant.of("a fire is timed, not owed")
                        .edit(
                                "Owed.java",
                                "if (!at.plus(window).isBefore(now)) {",
                                "if (!at.plusMillis(300).isBefore(now)) {")
                        .breaks("3", "4"),
                Mutant.of("a fire is owed when it differs from the last one begun, not when it is later")
                        .edit(
                                "Owed.java",
                                "Instant base = begun.filter(since::isBefore).orElse(since);",
                                "Instant base = begun.filter(since::isBefore).filter(each -> !each.isAfter(now)).orElse(since);")
                        .breaks("2"),
                Mutant.of("a request that was served is served again when it is repeated")
                        .edit("StartPlan.java", "&& job.view.record(item).stateOf(runId).isPresent());", "&& false);")
                        .breaks("2"),
                Mutant.of("a disabled item is run")
                        .edit("StartPlan.java", "if (job.view.isDisabled(item)) {", "if (false) {")
                        .breaks("5"),
                Mutant.of("a finish does not write what fell due during the run")
                        .edit(
                                "Finishes.java",
                                "Optional<Instant> due = plan.fellDueDuring(run);",
                                "Optional<Instant> due = Optional.empty();")
                        .breaks("2"),
                Mutant.of("a leaving instance ends its session while its items run")
                        .edit(
                                "Membership.java",
                                "} else if (job.runs.isEmpty() && job.isFree(Slot.FINISH)) {",
                                "} else {")
                        .breaks("1"),
                Mutant.of("nothing is interrupted when the lease is about to end")
                        .edit(
                                "JobMachine.java",
                                "interruptAll(\"the registry does not answer and the session may end\");",
                                "")
                        .breaks("1", "7"),
                Mutant.of("what was read before the connection was lost is used when it is back")
                        .edit("JobMachine.java", """
            connected = true;
            everythingStale();
            effects.publish(new JobEvent.Resumed""", """
            connected = true;
            effects.publish(new JobEvent.Resumed""")
                        .breaks("3", "4"),
                Mutant.of("an instance that an operator shut down joins again")
                        .edit(
                                "Membership.java",
                                "leave(new Leave(Leave.Kind.OPERATOR, \"an operator shut the job down on this instance\"));",
                                "job.phase = Phase.JOINING;")
                        .breaks("5"),
                Mutant.of("an owner that waits for a run elsewhere does not watch it")
                        .edit(
                                "StartPlan.java",
                                "job.watch(busy.get());\n            return Optional.empty();",
                                "return Optional.empty();")
                        .edit(
                                "Items.java",
                                "if (job.view.record(item).isStarted()) {\n            job.watch(job.tree.item(item));",
                                "if (false) {\n            job.watch(job.tree.item(item));")
                        .in(SimScript.RUN_ON_ANOTHER_INSTANCE_ENDS)
                        .breaks("3", "4"),
                Mutant.of("items are started in a closed epoch")
                        .edit(
                                "Items.java",
                                "return epoch.open()\n                && agrees(epoch)\n                && (",
                                "return (")
                        .breaks("7"),
                Mutant.of("a finish overwrites the record of the instance that the run failed over to")
                        .edit(
                                "Finishes.java",
                                "if (record.isStarted() && record.hasNonce(run.run.nonce())) {\n            return true;",
                                "if (record.isStarted()) {\n            return true;")
                        .edit("Finishes.java", "return run.monitored && isCurrent;", "return run.monitored;")
                        .breaks("1", "2", "3"),
                Mutant.of("a join that was committed but not acknowledged is repeated")
                        .edit("Membership.java", "if (landed) {", "if (false) {")
                        .breaks("3"),
                Mutant.of("a leader that leaves keeps the leadership")
                        .edit("Membership.java", """
                .leader()
                .filter(node -> node.owner() == job.session)""", """
                .leader()
                .filter(node -> false)""")
                        .breaks("4"),
                Mutant.of("requests do not move with their items")
                        .edit("Leadership.java", "TriggerMoves.add(moves, job, before, next);", "")
                        .edit("Leadership.java", "TriggerMoves.add(moves, job, epoch.get(), epoch.get());", "")
                        .breaks("3"),
                Mutant.of("a run that never began is recorded as if it had")
                        .edit(
                                "Finishes.java",
                                "transaction.set(job.tree.item(run.item), run.before.encode(), itemVersion(run.item));",
                                "transaction.set(job.tree.item(run.item), job.view.record(run.item).ended(RunRecord.State.DONE, Optional.empty(), 0).encode(), itemVersion(run.item));")
                        .breaks("2", "3", "4"),
                Mutant.of("the owners of an epoch whose publication was not acknowledged are not published")
                        .edit("Leadership.java", "job.view.epoch().ifPresent(this::seeEpoch);", "")
                        .breaks("3"),
                Mutant.of("a finish leaves its mark")
                        .edit(
                                "Finishes.java",
                                "removeMarks(transaction, run);\n        if (state == RunRecord.State.ABANDONED",
                                "if (state != RunRecord.State.FAILED) {\n            removeMarks(transaction, run);\n        }\n        if (state == RunRecord.State.ABANDONED")
                        .breaks("3", "4"),
                Mutant.of("a fire is made up for twice")
                        .edit(
                                "RunRecord.java",
                                "newRun.source() == RunSource.FAILOVER ? Optional.empty()",
                                "newRun.source() != RunSource.NORMAL_TRIGGER ? Optional.empty()")
                        .breaks("2"),
                Mutant.of("a start of unknown outcome is taken for a committed one")
                        .edit(
                                "Items.java",
                                "boolean landed = record.isStarted() && record.hasNonce(run.run.nonce());",
                                "boolean landed = record.isStarted();")
                        .edit(
                                "Items.java",
                                "} else if (job.isMarkedByUs(run.item)) {",
                                "} else if (job.view.running(run.item).isPresent()) {")
                        .breaks("1"),
                Mutant.of("a committed start of unknown outcome begins although its mark is gone")
                        .edit("Items.java", "} else if (job.isMarkedByUs(run.item)) {", "} else if (true) {")
                        .in(SimScript.START_IS_NOT_BEGUN_WITHOUT_ITS_MARK)
                        .breaks("1", "7"),
                Mutant.of("a run whose start was not acknowledged is requested again")
                        .edit(
                                "Wishes.java",
                                "if (job.view.record(item).stateOf(wish.runId).isPresent()) {",
                                "if (false) {")
                        .breaks("2"),
                Mutant.of("a run whose request was not acknowledged is requested again")
                        .edit("Wishes.java", "if (made.orElse(true)) {", "if (false) {")
                        .edit("StartPlan.java", "&& job.view.record(item).stateOf(runId).isPresent()", "&& false")
                        .breaks("2"),
                Mutant.of("a request is added to a node that was created again since")
                        .edit(
                                "TriggerChanges.java",
                                "transaction.set(node.path(), log, node.version())",
                                "transaction.set(node.path(), log, Transaction.ANY_VERSION)")
                        .edit("JobView.java", "becomesStaleFrom(tree.triggers());", "")
                        .breaks("2", "3"),
                Mutant.of("the log of requests is read without the requests")
                        .edit("JobView.java", "becomesStaleFrom(tree.triggers());", "becomesStale(tree.triggers());")
                        .breaks("2", "3"),
                Mutant.of("a run whose end the next was to record is forgotten when that one does not start")
                        .edit(
                                "FollowUps.java",
                                "run.follows.ifPresentOrElse(last -> job.runs.put(run.item, last), () -> job.runs.remove(run.item));",
                                "job.runs.remove(run.item);")
                        .breaks("2"),
                Mutant.of("the start of a run that follows another counts as made when it was not answered")
                        .edit("FollowUps.java", """
            if (record.hasNonce(run.run.nonce())
                    || record.completedToken() == run.follows.get().token) {""", "            if (true) {")
                        .breaks("2"),
                Mutant.of("a run that follows another does not record the end of that one")
                        .edit("FollowUps.java", ".orElse(record);", ".filter(run -> false).orElse(record);")
                        .breaks("2"),
                Mutant.of("nothing is interrupted when the session is lost")
                        .edit("JobMachine.java", "interruptAll(\"the session was lost\");", "")
                        .breaks("1"),
                Mutant.of("a read after an unknown outcome is not synced")
                        .edit("JobMachine.java", "view.allStale();\n        readSynced = true;", "view.allStale();")
                        .breaks("1", "2", "3", "4", "7"),
                Mutant.of("static sharding is ignored")
                        .edit(
                                "Leadership.java",
                                "job.config.isStaticSharding() ? Assignment.fixed(epoch, wished, members) : wished",
                                "wished")
                        .breaks("3"),
                Mutant.of("an abandoned run is not offered for failover")
                        .edit(
                                "Finishes.java",
                                "if (state == RunRecord.State.ABANDONED && job.config.isFailover()) {",
                                "if (false) {")
                        .breaks("3"),
                Mutant.of("the limit on attempts is not enforced")
                        .edit("Items.java", "if (run.attempt() >= job.settings.attempts()) {", "if (false) {")
                        .in(SimScript.RUN_IS_LOST_AGAIN_AND_AGAIN)
                        .breaks("2"),
                Mutant.of("a lost run of another total fails over")
                        .edit("Items.java", "if (run.total() != epoch.total()) {", "if (false) {")
                        .in(SimScript.TOTAL_CHANGES_AFTER_A_RUN_IS_LOST)
                        .breaks("7"),
                Mutant.of("a full read never happens")
                        .edit("JobMachine.java", "view.allStale();\n                leadership.scanAgain();", "")
                        .breaks("3", "4"),
                Mutant.of("a run record from the future is valid")
                        .edit(
                                "JobMachine.java",
                                "boolean isImplausible(Instant time) {",
                                "boolean isImplausible(Instant time) {\n        if (true) return false;")
                        .breaks("3", "4"),
                Mutant.of("a closed epoch waits for marks only")
                        .edit(
                                "Items.java",
                                "return record.isStarted() && isMemberSession(record.run().get().session())\n                ? Optional.of(job.tree.item(item))",
                                "return record.isStarted() && isMemberSession(record.run().get().session()) && job.view.epoch().filter(Epoch::open).isPresent()\n                ? Optional.of(job.tree.item(item))")
                        .in(SimScript.MARK_IS_DELETED_BEFORE_THE_TOTAL_CHANGES)
                        .breaks("7"),
                Mutant.of("disabled servers are deleted when no instance uses them")
                        .edit(
                                "Chores.java",
                                "&& job.view.isServerEnabled(ip)\n                    && server",
                                "&& server")
                        .in(SimScript.UNUSED_SERVER_IS_DISABLED)
                        .breaks("5"),
                Mutant.of("an epoch is published without checking the configuration")
                        .edit("Leadership.java", """
                .check(job.tree.config(), job.view.config().orElseThrow().version())
                .checkExists(job.tree.leaderInstance())""", """
                .checkExists(job.tree.leaderInstance())""")
                        .breaks("7"),
                Mutant.of("an owner does not watch a start that may be taken back")
                        .edit(
                                "Items.java",
                                "if (job.view.record(item).isStarted()) {\n            job.watch(job.tree.item(item));",
                                "if (false) {\n            job.watch(job.tree.item(item));")
                        .in(SimScript.START_IS_TAKEN_BACK)
                        .breaks("4"),
                Mutant.of("a leader does not wait until all members have marked their runs")
                        .edit(
                                "Leadership.java",
                                "if (!isAcknowledgedByAll(epoch.get()) || isAnyRunning(epoch.get())) {",
                                "if (isAnyRunning(epoch.get())) {")
                        .in(SimScript.MONITORING_IS_SWITCHED_ON_DURING_RUNS)
                        .breaks("1", "2", "7"),
                Mutant.of("runs of a removed job are not marked when it is registered again")
                        .edit(
                                "LateMarks.java",
                                "run.monitored && job.phase != Phase.LEAVING",
                                "run.monitored || job.phase == Phase.LEAVING")
                        .in(SimScript.JOB_IS_REGISTERED_AGAIN_DURING_A_RUN)
                        .breaks("1", "2", "7"),
                Mutant.of("fires follow the clock of the machine alone")
                        .edit(
                                "JobMachine.java",
                                "return latest.isPresent() && clock.isAfter(latest.get()) ? latest.get() : clock;",
                                "return clock;")
                        .breaks("2", "3"),
                Mutant.of("missing nodes are not recreated")
                        .edit("JobMachine.java", "membership.recreateMissingNodes();", "")
                        .breaks("3", "4"),
                Mutant.of("nodes that are not bound to a session stay")
                        .edit("JobMachine.java", "invalidNodes.delete();", "")
                        .breaks("3", "4"),
                Mutant.of("an epoch from the future stays")
                        .edit("Leadership.java", "&& !wished && isPlausible(epoch.get())) {", "&& !wished) {")
                        .in(SimScript.EPOCH_COMES_FROM_THE_FUTURE)
                        .breaks("3", "4"),
                Mutant.of("a missed fire prevents the failover of a lost run")
                        .edit(
                                "Items.java",
                                "&& !plan.owed(item, epoch).isRun();",
                                "&& plan.owed(item, epoch) instanceof Owed.Nothing;")
                        .in(SimScript.RUN_IS_LOST_AND_A_FIRE_MISSED)
                        .breaks("3"),
                Mutant.of("a fire is run however late it is")
                        .edit("Owed.java", "if (!at.plus(window).isBefore(now)) {", "if (true) {")
                        .breaks("2"),
                Mutant.of("a start is not split")
                        .edit(
                                "StartPlan.java",
                                "if (!started.isEmpty() && transaction.bytes() + piece.bytes() > room) {",
                                "if (false) {")
                        .breaks("3", "4"),
                Mutant.of("a finish is not split")
                        .edit(
                                "Finishes.java",
                                "boolean full = !batch.runs.isEmpty() && batch.transaction.bytes() + piece.transaction.bytes() > room;",
                                "boolean full = false;")
                        .breaks("2", "3", "4"),
                Mutant.of("the creation of items is not split")
                        .edit("Leadership.java", "if (missing.size() <= together) {", "if (true) {")
                        .breaks("3", "4"),
                Mutant.of("a requested run that does not fit into one transaction is started without a request")
                        .edit("Wishes.java", "&& plan.fitIntoOneTransaction(wish.left.size())", "")
                        .in(SimScript.REQUESTER_DIES_BETWEEN_TRANSACTIONS)
                        .breaks("3"),
                Mutant.of("requests are deleted while no instance may own the items")
                        .edit(
                                "Requests.java",
                                "item < epoch.total() && !(epoch.owns(id, item) && job.view.isDisabled(item))",
                                "epoch.owns(id, item) && !job.view.isDisabled(item)")
                        .breaks("3"),
                Mutant.of("a request that is dropped is not reported")
                        .edit("Requests.java", "reportDropped(job, node.get(), open);", "")
                        .breaks("3"),
                Mutant.of("a change of a request does not check the version of the folder")
                        .edit(
                                "TriggerChanges.java",
                                "job.view.requestLog().ifPresent(folder -> transaction.check(folder.path(), folder.version()));",
                                "")
                        .breaks("2", "3"),
                Mutant.of("an item that is enabled again is not noticed")
                        .edit(
                                "Items.java",
                                "if (job.view.isDisabled(item)) {\n            job.watch(job.tree.disabled(item));\n        }\n        if (job.view.record",
                                "if (job.view.record")
                        .in(SimScript.ITEM_IS_ENABLED_JUST_BEFORE_ITS_FIRE)
                        .breaks("4"));
    }
}
