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
                        .foundFrom(495, "1", "7"),
                Mutant.of("a start does not check that its instance takes part")
                        .edit("StartPlan.java", ".checkExists(job.tree.instance(job.instance.jobInstanceId()))\n", "\n")
                        .foundFrom(1347, "5"),
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
                        .foundFrom(52, "7"),
                Mutant.of("a closed epoch is opened with another total while items run")
                        .edit("Leadership.java", "if (isAnyRunning(epoch.get())) {", "if (false) {")
                        .foundFrom(52, "7"),
                Mutant.of("a closed epoch is opened by marks that were read before it was closed")
                        .edit(
                                "Leadership.java",
                                "closedScanned = closed.number();\n",
                                "closedScanned = closed.number();\n            if (true) return isAnyRunning(closed);\n")
                        .foundFrom(495, "7"),
                Mutant.of("a leader with a closed epoch does not watch the mark it waits for")
                        .edit(
                                "Leadership.java",
                                "job.watch(busy.get());\n                reportWhatHoldsBack(item);",
                                "reportWhatHoldsBack(item);")
                        .foundFrom(160, "3"),
                Mutant.of("a closed epoch stays closed when the total is set back")
                        .edit("Leadership.java", "if (sameInputs && epoch.get().open() && ", "if (sameInputs && ")
                        .foundFrom(616, "3"),
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
                        .foundFrom(1384, "1"));
    }
}
