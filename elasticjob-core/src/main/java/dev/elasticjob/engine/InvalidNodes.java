package dev.elasticjob.engine;

import dev.elasticjob.engine.JobMachine.Slot;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes that no instance can have written: instances, leadership and marks are always bound to a session, so that they end
 * with it. Another program may create them without a session. They would block the job for ever; instances ignore and delete
 * them, and report it.
 */
final class InvalidNodes {

    private final JobMachine job;

    InvalidNodes(JobMachine job) {
        this.job = job;
    }

    void delete() {
        List<Node> invalid = job.view.invalidNodes();
        if (invalid.isEmpty()) {
            job.notReported("invalid nodes");
            return;
        }
        if (!job.isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder();
        List<String> paths = new ArrayList<>();
        for (Node node : invalid) {
            if (transaction.bytes() <= job.roomFor(Slot.MEMBER)) {
                transaction.delete(node.path(), node.version());
                paths.add(node.path());
            }
        }
        job.report(
                "invalid nodes",
                "Nodes that are not bound to a session are ignored and deleted, because only a session may hold them: "
                        + paths);
        job.commit(Slot.MEMBER, "delete invalid nodes", transaction.build(), result -> {});
    }
}
