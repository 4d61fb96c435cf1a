package dev.elasticjob.engine.membership;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.List;

/**
 * Nodes that no instance can have written: instances, leadership and marks are always bound to a session, and end with it.
 * Another program may create them without a session. They would block the job forever; instances ignore, report and delete
 * them.
 */
public final class InvalidNodes {

    private final JobContext job;

    public InvalidNodes(JobContext job) {
        this.job = job;
    }

    public void delete() {
        List<Node> invalid = job.view().invalidNodes();
        if (invalid.isEmpty()) {
            job.reports().clear("invalid nodes");
            return;
        }
        if (!job.commits().isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction = Transaction.builder();
        List<String> paths = new ArrayList<>();
        for (Node node : invalid) {
            if (transaction.bytes() <= job.commits().roomFor(Slot.MEMBER)) {
                transaction.delete(node.path(), node.version());
                paths.add(node.path());
            }
        }
        job.reports()
                .report(
                        "invalid nodes",
                        "Nodes that are not bound to a session are ignored and deleted, because only a session may hold them: "
                                + paths);
        job.commits().send(Slot.MEMBER, "delete invalid nodes", transaction);
    }
}
