package dev.elasticjob.engine;

import java.util.List;

/** Mistakes that are easily made in the decision code, or were made in an earlier draft of it. */
final class Mutants {

    private Mutants() {}

    static List<Mutant> all() {
        return List.of(
                Mutant.of("a start does not check the version of the record")
                        .edit(
                                "StartPlan.java",
                                "transaction.set(job.tree.item(item), text, node.get().version());",
                                "transaction.set(job.tree.item(item), text, Transaction.ANY_VERSION);")
                        .foundFrom(38, "2"),
                Mutant.of("a start does not check the epoch")
                        .edit("StartPlan.java", """
                .check(job.tree.epoch(), job.view.epochNode().orElseThrow().version())
                .check(job.tree.config(), job.view.config().orElseThrow().version())
                .checkExists""", """
                .check(job.tree.config(), job.view.config().orElseThrow().version())
                .checkExists""")
                        .foundFrom(114, "1", "7"),
                Mutant.of("a start does not check that its instance takes part")
                        .edit("StartPlan.java", ".checkExists(job.tree.instance(job.instance.jobInstanceId()))\n", "\n")
                        .foundFrom(93, "5"),
                Mutant.of("a start does not check that its server is enabled")
                        .edit("StartPlan.java", """
                                .node(job.tree.server(job.instance.serverIp()))
                                .orElseThrow()
                                .version());
        List<LocalRun> started""", """
                                .node(job.tree.server(job.instance.serverIp()))
                                .map(node -> Transaction.ANY_VERSION)
                                .orElseThrow());
        List<LocalRun> started""")
                        .foundFrom(99, "5"),
                Mutant.of("a finish does nothing when the item has moved away")
                        .edit(
                                "Items.java",
                                "if (record.isStarted() && record.hasNonce(run.run.nonce())) {\n            return true;",
                                """
                                if (record.isStarted() && record.hasNonce(run.run.nonce())) {
                                    return job.view.epoch().isPresent()
                                            && job.view.epoch().get().owns(job.instance.jobInstanceId(), run.item);""")
                        .foundFrom(30, "2", "3"),
                Mutant.of("an orphan is judged by its mark alone, whatever its session")
                        .edit(
                                "Items.java",
                                "return record.isStarted() && isMemberSession(record.run().get().session())",
                                "return record.isStarted() && record.run().get().session() == job.session")
                        .edit(
                                "Leadership.java",
                                "record.isStarted() && !sessions.contains(record.run().get().session());",
                                "record.isStarted();")
                        .foundFrom(1081, "1"),
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
                        .foundFrom(38, "1"),
                Mutant.of("a new total is published without closing the epoch")
                        .edit(
                                "Leadership.java",
                                "if (epoch.isPresent() && epoch.get().total() != total) {",
                                "if (false) {")
                        .foundFrom(37, "7"),
                Mutant.of("a closed epoch is opened with another total while items run")
                        .edit("Leadership.java", "if (isAnyRunning(epoch.get())) {", "if (false) {")
                        .foundFrom(37, "7"),
                Mutant.of("a closed epoch is opened by marks that were read before it was closed")
                        .edit(
                                "Leadership.java",
                                "closedScanned = closed.number();\n",
                                "closedScanned = closed.number();\n            if (true) return isAnyRunning(closed);\n")
                        .foundFrom(160, "7"),
                Mutant.of("a leader with a closed epoch does not watch the mark it waits for")
                        .edit(
                                "Leadership.java",
                                "job.watch(busy.get());\n                reportWhatHoldsBack(item);",
                                "reportWhatHoldsBack(item);")
                        .foundFrom(130, "3"),
                Mutant.of("a closed epoch stays closed when the total is set back")
                        .edit("Leadership.java", "if (sameInputs && epoch.get().open() && ", "if (sameInputs && ")
                        .foundFrom(153, "3"),
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
                        .foundFrom(282, "7"),
                Mutant.of("a fire is timed, not owed")
                        .edit(
                                "Owed.java",
                                "if (!at.plus(window).isBefore(now)) {",
                                "if (!at.plusMillis(300).isBefore(now)) {")
                        .foundFrom(1, "3", "4"),
                Mutant.of("an instant is owed when it differs from the last one begun, not when it is later")
                        .edit(
                                "Owed.java",
                                "Instant base = begun.filter(since::isBefore).orElse(since);",
                                "Instant base = begun.filter(since::isBefore).filter(each -> !each.isAfter(now)).orElse(since);")
                        .foundFrom(107, "2"),
                Mutant.of("an unknown start is taken for one that landed")
                        .edit(
                                "Items.java",
                                "boolean landed = record.isStarted() && record.hasNonce(run.run.nonce());",
                                "boolean landed = record.isStarted();")
                        .edit(
                                "Items.java",
                                "} else if (isMarkedByUs(run.item)) {",
                                "} else if (job.view.running(run.item).isPresent()) {")
                        .foundFrom(277, "1"),
                Mutant.of("an unknown start that landed is begun although its mark is gone with its session")
                        .edit("Items.java", "} else if (isMarkedByUs(run.item)) {", "} else if (true) {")
                        .foundFrom(1384, "1"),
                Mutant.of("an unknown start is taken for one that did not land")
                        .edit(
                                "Items.java",
                                "boolean landed = record.isStarted() && record.hasNonce(run.run.nonce());",
                                "boolean landed = false;")
                        .foundFrom(181, "3"),
                Mutant.of("an unknown start is forgotten, and its mark left")
                        .edit(
                                "Items.java",
                                "boolean landed = record.isStarted() && record.hasNonce(run.run.nonce());",
                                "boolean landed = false;")
                        .edit(
                                "Items.java",
                                "if (finished.isEmpty()) {\n            settleMarksWithoutRuns();",
                                "if (finished.isEmpty()) {")
                        .foundFrom(8, "3"),
                Mutant.of("a start that came too late to begin is forgotten, and its mark left")
                        .edit(
                                "Items.java",
                                "run.phase = LocalRun.Phase.STARTING;\n            job.view.itemStale(run.item);",
                                "job.runs.remove(run.item);")
                        .edit(
                                "Items.java",
                                "if (finished.isEmpty()) {\n            settleMarksWithoutRuns();",
                                "if (finished.isEmpty()) {")
                        .foundFrom(24, "3"),
                Mutant.of("a misfired instant is made up for again and again")
                        .edit(
                                "RunRecord.java",
                                "newRun.source() == RunSource.FAILOVER ? Optional.empty()",
                                "newRun.source() != RunSource.NORMAL_TRIGGER ? Optional.empty()")
                        .foundFrom(1, "2"),
                Mutant.of("the end of a run does not say what fell due during it")
                        .edit(
                                "Items.java",
                                "Optional<Instant> due = plan.fellDueDuring(record);",
                                "Optional<Instant> due = Optional.empty();")
                        .foundFrom(23, "2"),
                Mutant.of("a run that threw counts as abandoned")
                        .edit(
                                "Items.java",
                                "case THREW -> RunRecord.State.FAILED;",
                                "case THREW -> RunRecord.State.ABANDONED;")
                        .foundFrom(1, "2"),
                Mutant.of("the end of a run is written over whatever the record says")
                        .edit(
                                "Items.java",
                                "if (record.isStarted() && record.hasNonce(run.run.nonce())) {\n            return true;",
                                "if (record.isStarted()) {\n            return true;")
                        .foundFrom(166, "3"),
                Mutant.of("a trigger is not taken off by the start")
                        .edit("StartPlan.java", """
                left = left.without(candidate.runId(), candidate.item());
            }
            started.add(run);
            job.runs.put(""", """
                left = asked;
            }
            started.add(run);
            job.runs.put(""")
                        .foundFrom(4, "3"),
                Mutant.of("a disabled item is run")
                        .edit("StartPlan.java", "if (job.view.isDisabled(item)) {", "if (false) {")
                        .foundFrom(4, "5"),
                Mutant.of("a server is enabled by the instance that joins on it")
                        .edit(
                                "Membership.java",
                                "job.tree.server(ip), server.get().data(), server.get().version());",
                                "job.tree.server(ip), JobTree.ENABLED, server.get().version());")
                        .foundFrom(10, "5"),
                Mutant.of("a process joins again under its old id")
                        .edit(
                                "Membership.java",
                                "JobInstance instance = job.effects.newInstance();",
                                "JobInstance instance = job.instance != null ? job.instance : job.effects.newInstance();")
                        .foundFrom(119, "3", "4"),
                Mutant.of("an instance that an operator shut down joins again")
                        .edit("Membership.java", """
            leave(new Leave(Leave.Kind.OPERATOR, "an operator shut the job down on this instance"));
            return false;""", """
            job.phase = Phase.JOINING;
            return false;""")
                        .foundFrom(28, "5"),
                Mutant.of("a join of unknown outcome is repeated although it landed")
                        .edit(
                                "Membership.java",
                                "if (landed) {\n                joined(tried.get());",
                                "if (false) {\n                joined(tried.get());")
                        .foundFrom(33, "3"),
                Mutant.of("a leaving instance ends its session while its items still run")
                        .edit(
                                "Membership.java",
                                "} else if (job.runs.isEmpty() && job.isFree(Slot.FINISH)) {",
                                "} else if (job.isFree(Slot.FINISH)) {")
                        .foundFrom(38, "1"),
                Mutant.of("a job that begins to leave does not look again")
                        .edit(
                                "JobMachine.java",
                                "if (phase != before) {\n                    look();\n                    return;\n                }",
                                "")
                        .foundFrom(39, "4"),
                Mutant.of("a reconnect does not make the view stale")
                        .edit(
                                "JobMachine.java",
                                "connected = true;\n            everythingStale();",
                                "connected = true;")
                        .foundFrom(19, "3", "4"),
                Mutant.of("nothing is interrupted when the lease ends")
                        .edit(
                                "JobMachine.java",
                                "interruptAll(\"the registry does not answer and the session may end\");",
                                "")
                        .foundFrom(1068, "1"),
                Mutant.of("a leader does not look for orphans when an instance is lost")
                        .edit(
                                "Leadership.java",
                                "boolean someLost = scannedSessions.isEmpty() || !sessions.containsAll(scannedSessions);",
                                "boolean someLost = false;")
                        .foundFrom(361, "3"),
                Mutant.of("what an instance was asked for is lost with it")
                        .edit(
                                "TriggerMoves.java",
                                "Set<String> alive = new HashSet<>();",
                                "Set<String> alive = new HashSet<>();\n        if (true) return;")
                        .foundFrom(10, "3"),
                Mutant.of("an owner does not watch the mark it waits for")
                        .edit(
                                "StartPlan.java",
                                "job.watch(busy.get());\n            return Optional.empty();",
                                "return Optional.empty();")
                        .foundFrom(57, "3", "4"),
                Mutant.of("the last instant begun may go back")
                        .edit(
                                "RunRecord.java",
                                "return new RunRecord( begun, run.map(current",
                                "return new RunRecord( run.flatMap(Run::scheduledAt), run.map(current")
                        .foundFrom(4, "2"),
                Mutant.of("items are given to instances on disabled servers")
                        .edit(
                                "Leadership.java",
                                ".filter(instance -> job.view.isServerEnabled(instance.serverIp()))\n",
                                "\n")
                        .foundFrom(35, "3"));
    }
}
