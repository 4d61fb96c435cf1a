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
                        .foundFrom(691, "1", "7"),
                Mutant.of("a start does not check that its instance takes part")
                        .edit("StartPlan.java", ".checkExists(job.tree.instance(job.instance.jobInstanceId()))\n", "\n")
                        .foundFrom(1827, "5"),
                Mutant.of("a start does not check that its server is enabled")
                        .edit(
                                "StartPlan.java",
                                ".check(server, job.view.node(server).orElseThrow().version());",
                                ".check(server, Transaction.ANY_VERSION);")
                        .foundFrom(2195, "5"),
                Mutant.of("a finish does nothing when the item has moved away")
                        .edit(
                                "Finishes.java",
                                "if (record.isStarted() && record.hasNonce(run.run.nonce())) {\n            return true;",
                                """
                                if (record.isStarted() && record.hasNonce(run.run.nonce())) {
                                    return job.view.epoch().isPresent()
                                            && job.view.epoch().get().owns(job.instance.jobInstanceId(), run.item);""")
                        .foundFrom(4, "2", "3"),
                Mutant.of("an orphan is judged by its mark alone, whatever its session")
                        .edit(
                                "Items.java",
                                "return record.isStarted() && isMemberSession(record.run().get().session())",
                                "return record.isStarted() && record.run().get().session() == job.session")
                        .edit(
                                "Leadership.java",
                                "record.isStarted() && !sessions.contains(record.run().get().session());",
                                "record.isStarted();")
                        .foundFrom(980, "1"),
                Mutant.of("an orphan is judged without looking who takes part now")
                        .edit(
                                "Items.java",
                                "if (job.view.record(item).isStarted() && job.view.running(item).isEmpty()) {",
                                "if (false) {")
                        .foundFrom(1326, "1", "4"),
                Mutant.of("an orphan is judged by its session alone, whatever its mark")
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
                        .foundFrom(301, "1"),
                Mutant.of("a new total is published without closing the epoch")
                        .edit(
                                "Leadership.java",
                                "if (epoch.isPresent() && (epoch.get().total() != total || switchesMonitoringOn(epoch.get()))) {",
                                "if (false) {")
                        .foundFrom(202, "7"),
                Mutant.of("a closed epoch is opened with another total while items run")
                        .edit(
                                "Leadership.java",
                                "if (!isAcknowledgedByAll(epoch.get()) || isAnyRunning(epoch.get())) {",
                                "if (false) {")
                        .foundFrom(202, "7"),
                Mutant.of("a closed epoch is opened by marks that were read before it was closed")
                        .edit(
                                "Leadership.java",
                                "closedScanned = closed.number();\n",
                                "closedScanned = closed.number();\n            if (true) return isAnyRunning(closed);\n")
                        .foundFrom(569, "7"),
                Mutant.of("what changed before its watch was set is not read")
                        .edit("JobMachine.java", "view.hint(new Hint(path, scope == Watch.Scope.SUBTREE));", "")
                        .foundFrom(1, "3", "4"),
                Mutant.of("an instance that has to wait before it joins does not watch for what it waits for")
                        .edit(
                                "JobMachine.java",
                                "watching |= phase != Phase.JOINING || !pending.containsKey(Slot.MEMBER);",
                                "watching |= phase != Phase.JOINING;")
                        .foundFrom(1, "3", "4"),
                Mutant.of("a leader with a closed epoch does not watch the mark it waits for")
                        .edit(
                                "Leadership.java",
                                "job.watch(busy.get());\n                reportWhatHoldsBack(item);",
                                "reportWhatHoldsBack(item);")
                        .foundFrom(95, "3"),
                Mutant.of("a closed epoch stays closed when the total is set back")
                        .edit("Leadership.java", "if (sameInputs && epoch.get().open() && ", "if (sameInputs && ")
                        .foundFrom(356, "3"),
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
                        .foundFrom(90, "7"),
                Mutant.of("a fire is timed, not owed")
                        .edit(
                                "Owed.java",
                                "if (!at.plus(window).isBefore(now)) {",
                                "if (!at.plusMillis(300).isBefore(now)) {")
                        .foundFrom(7, "3", "4"),
                Mutant.of("an instant is owed when it differs from the last one begun, not when it is later")
                        .edit(
                                "Owed.java",
                                "Instant base = begun.filter(since::isBefore).orElse(since);",
                                "Instant base = begun.filter(since::isBefore).filter(each -> !each.isAfter(now)).orElse(since);")
                        .foundFrom(32, "2"),
                Mutant.of("a request that was served is served again when it is asked for again")
                        .edit("StartPlan.java", "&& job.view.record(item).stateOf(runId).isPresent());", "&& false);")
                        .foundFrom(2441, "2"),
                Mutant.of("a disabled item is run")
                        .edit("StartPlan.java", "if (job.view.isDisabled(item)) {", "if (false) {")
                        .foundFrom(1, "5"),
                Mutant.of("a finish does not write what fell due during the run")
                        .edit(
                                "Finishes.java",
                                "Optional<Instant> due = plan.fellDueDuring(record, run);",
                                "Optional<Instant> due = Optional.empty();")
                        .foundFrom(26, "2"),
                Mutant.of("a leaver ends its session while its items run")
                        .edit(
                                "Membership.java",
                                "} else if (job.runs.isEmpty() && job.isFree(Slot.FINISH)) {",
                                "} else {")
                        .foundFrom(65, "1"),
                Mutant.of("nothing is interrupted when the lease is about to end")
                        .edit(
                                "JobMachine.java",
                                "interruptAll(\"the registry does not answer and the session may end\");",
                                "")
                        .foundFrom(1152, "1", "7"),
                Mutant.of("what was known before the connection was lost counts when it is back")
                        .edit("JobMachine.java", """
            connected = true;
            everythingStale();
            effects.publish(new JobEvent.Resumed""", """
            connected = true;
            effects.publish(new JobEvent.Resumed""")
                        .foundFrom(20, "3", "4"),
                Mutant.of("an instance that an operator shut down joins again")
                        .edit(
                                "Membership.java",
                                "leave(new Leave(Leave.Kind.OPERATOR, \"an operator shut the job down on this instance\"));",
                                "job.phase = Phase.JOINING;")
                        .foundFrom(71, "5"),
                Mutant.of("an owner that waits for a run elsewhere does not watch it")
                        .edit(
                                "StartPlan.java",
                                "job.watch(busy.get());\n            return Optional.empty();",
                                "return Optional.empty();")
                        .foundFrom(7, "3", "4"),
                Mutant.of("items are started in a closed epoch")
                        .edit(
                                "Items.java",
                                "return epoch.open()\n                && agrees(epoch)\n                && (",
                                "return (")
                        .foundFrom(45, "7"),
                Mutant.of("a finish overwrites the record of whoever has taken the run over")
                        .edit(
                                "Finishes.java",
                                "if (record.isStarted() && record.hasNonce(run.run.nonce())) {\n            return true;",
                                "if (record.isStarted()) {\n            return true;")
                        .edit(
                                "Finishes.java",
                                "return run.monitored && job.view.record(run.item).hasNonce(run.run.nonce());",
                                "return run.monitored;")
                        .foundFrom(1349, "1", "2", "3"),
                Mutant.of("a join that landed unheard is tried again")
                        .edit("Membership.java", "if (landed) {", "if (false) {")
                        .foundFrom(145, "3"),
                Mutant.of("a leader that leaves keeps the leadership")
                        .edit("Membership.java", """
                .leader()
                .filter(node -> node.owner() == job.session)""", """
                .leader()
                .filter(node -> false)""")
                        .foundFrom(86, "4"),
                Mutant.of("what an instance was asked for does not move with its items")
                        .edit("Leadership.java", "TriggerMoves.add(transaction, job, before.get(), next);", "")
                        .edit("Leadership.java", "TriggerMoves.add(moves, job, epoch.get(), epoch.get());", "")
                        .foundFrom(6, "3"),
                Mutant.of("a run that never began is recorded as if it had")
                        .edit(
                                "Finishes.java",
                                "transaction.set(job.tree.item(run.item), run.before.encode(), itemVersion(run.item));",
                                "transaction.set(job.tree.item(run.item), job.view.record(run.item).ended(RunRecord.State.DONE, Optional.empty(), 0).encode(), itemVersion(run.item));")
                        .foundFrom(449, "2", "3", "4"),
                Mutant.of("an epoch whose publication was not answered is not shown to other tools")
                        .edit("Leadership.java", "job.view.epoch().ifPresent(this::seeEpoch);", "")
                        .foundFrom(1, "3"),
                Mutant.of("a finish leaves its mark")
                        .edit(
                                "Finishes.java",
                                "if (marked) {\n            transaction.delete(job.tree.running(run.item), Transaction.ANY_VERSION);",
                                "if (run.outcome != Outcome.THREW) {\n            transaction.delete(job.tree.running(run.item), Transaction.ANY_VERSION);")
                        .foundFrom(46, "3", "4"),
                Mutant.of("an instant is made up for twice")
                        .edit(
                                "RunRecord.java",
                                "newRun.source() == RunSource.FAILOVER ? Optional.empty()",
                                "newRun.source() != RunSource.NORMAL_TRIGGER ? Optional.empty()")
                        .foundFrom(2, "2"),
                Mutant.of("an unknown start is taken for one that landed")
                        .edit(
                                "Items.java",
                                "boolean landed = record.isStarted() && record.hasNonce(run.run.nonce());",
                                "boolean landed = record.isStarted();")
                        .edit(
                                "Items.java",
                                "} else if (job.isMarkedByUs(run.item)) {",
                                "} else if (job.view.running(run.item).isPresent()) {")
                        .foundFrom(254, "1"),
                Mutant.of("an unknown start that landed is begun although its mark is gone with its session")
                        .edit("Items.java", "} else if (job.isMarkedByUs(run.item)) {", "} else if (true) {")
                        .foundFrom(263, "1", "7"),
                Mutant.of("a run that began unheard where it was wanted is asked for again")
                        .edit(
                                "Wishes.java",
                                "if (job.view.record(item).stateOf(wish.runId).isPresent()) {",
                                "if (false) {")
                        .foundFrom(44, "2"),
                Mutant.of("a run whose owners were asked unheard is asked for again")
                        .edit("Wishes.java", "if (made.orElse(true)) {", "if (false) {")
                        .edit("StartPlan.java", "&& job.view.record(item).stateOf(runId).isPresent()", "&& false")
                        .foundFrom(4, "2"),
                Mutant.of("a request is added to a node that was made anew since")
                        .edit(
                                "TriggerChanges.java",
                                "transaction.set(node.path(), log, node.version())",
                                "transaction.set(node.path(), log, Transaction.ANY_VERSION)")
                        .edit("JobView.java", "becomesStaleFrom(tree.triggers());", "")
                        .foundFrom(4698, "2", "3"),
                Mutant.of("the log of requests is read without the requests")
                        .edit("JobView.java", "becomesStaleFrom(tree.triggers());", "becomesStale(tree.triggers());")
                        .foundFrom(4698, "2", "3"),
                Mutant.of("a run whose end the next was to record is forgotten when that one does not start")
                        .edit(
                                "FollowUps.java",
                                "run.follows.ifPresentOrElse(last -> job.runs.put(run.item, last), () -> job.runs.remove(run.item));",
                                "job.runs.remove(run.item);")
                        .foundFrom(44, "2"),
                Mutant.of("the start of a run that follows another counts as made when it was not answered")
                        .edit("FollowUps.java", """
            if (record.hasNonce(run.run.nonce())
                    || record.completedToken() == run.follows.get().token) {""", "            if (true) {")
                        .foundFrom(44, "2"),
                Mutant.of("a run that follows another does not record the end of that one")
                        .edit("FollowUps.java", ".orElse(record);", ".filter(run -> false).orElse(record);")
                        .foundFrom(2, "2"));
    }
}
