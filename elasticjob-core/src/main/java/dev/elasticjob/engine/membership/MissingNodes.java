package dev.elasticjob.engine.membership;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.context.Slot;
import dev.elasticjob.engine.items.ItemGeneration;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.registry.CommitResult.Committed;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.List;

/** Recreates nodes of the job's tree that another program deleted. */
public final class MissingNodes {

    private final JobContext job;

    public MissingNodes(JobContext job) {
        this.job = job;
    }

    /** Recreates this instance's server, which every member needs. */
    public void recreateServer() {
        boolean missing = !job.view().exists(job.tree().server(job.serverIp()))
                && job.view().exists(job.tree().servers());
        if (missing && job.commits().isFree(Slot.MEMBER)) {
            Transaction.Builder transaction =
                    Transaction.builder().checkExists(job.tree().config());
            ServerNode.add(transaction, job, job.serverIp());
            job.commits().send(Slot.MEMBER, "register the server again", transaction);
        }
    }

    /**
     * Recreates folders. The leader recreates what is below {@code leader}, or any member while there is no leader. The epoch
     * is restored from memory: a total that is being changed stays closed.
     */
    public void recreateFolders() {
        boolean all = job.view()
                .leader()
                .map(node -> node.owner() == job.session().id())
                .orElse(true);
        List<String> missing = job.tree().folders().stream()
                .filter(folder -> !job.view().exists(folder))
                .filter(folder -> all || !folder.startsWith(job.tree().leader()))
                .toList();
        boolean isGenerationMissing = all && !ItemGeneration.isKnown(job);
        if (missing.isEmpty() && !isGenerationMissing || !job.commits().isFree(Slot.MEMBER)) {
            return;
        }
        Transaction.Builder transaction =
                Transaction.builder().checkExists(job.tree().config());
        for (String folder : missing) {
            String content = folder.equals(job.tree().epoch())
                    ? job.view().lastEpoch().map(Epoch::encode).orElse("")
                    : "";
            transaction.create(folder, content, Mode.PERSISTENT);
        }
        if (isGenerationMissing || missing.contains(job.tree().items())) {
            ItemGeneration.renew(transaction, job);
        }
        job.reports()
                .report(
                        "missing nodes",
                        "Nodes of the job were deleted from the registry and are recreated: "
                                + (missing.isEmpty() ? job.tree().epoch() + "/generation" : missing));
        job.commits().send(Slot.MEMBER, "recreate missing nodes", transaction.build(), result -> {
            if (result instanceof Committed) {
                job.reports().clear("missing nodes");
            }
        });
    }
}
