package dev.elasticjob.lifecycle;

import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.lifecycle.api.ShardingOperateAPI;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.List;

/** Disables and enables items. */
final class ItemOperations implements ShardingOperateAPI {

    private static final byte[] EMPTY = new byte[0];

    private final RegistryAccess registry;
    private final Runnable onClose;

    ItemOperations(RegistryAccess registry, Runnable onClose) {
        this.registry = registry;
        this.onClose = onClose;
    }

    @Override
    public void disable(String jobName, String item) {
        change("Disabling", jobName, item, true);
    }

    @Override
    public void enable(String jobName, String item) {
        change("Enabling", jobName, item, false);
    }

    private void change(String doing, String jobName, String item, boolean disabled) {
        JobTree tree = new JobTree(Names.job(jobName));
        int number = Names.item(jobName, item);
        ItemNode node = tree.itemNode(number);
        new Changes(registry).until(doing + " item " + number + " of job '" + jobName + "'", () -> {
            Snapshot job = registry.read(ReadRequest.of(tree.config(), tree.items(), node.path(), node.disabled())
                    .children(List.of(tree.servers(), tree.instances()))
                    .synced());
            requireItem(jobName, tree, number, job);
            if (job.node(node.disabled()).isPresent() == disabled) {
                return List.of();
            }
            return List.of(disabled ? toDisable(tree, node, job) : toEnable(node));
        });
    }

    /** Creates missing parents as well: the item's node does not exist before the first assignment. */
    private static List<Transaction.Op> toDisable(JobTree tree, ItemNode node, Snapshot job) {
        List<Transaction.Op> steps = new ArrayList<>();
        steps.add(new Transaction.Check(tree.config(), Transaction.ANY_VERSION));
        for (String folder : List.of(tree.items(), node.path())) {
            if (job.node(folder).isEmpty()) {
                steps.add(new Transaction.Create(folder, EMPTY, Transaction.Mode.PERSISTENT));
            }
        }
        steps.add(new Transaction.Create(node.disabled(), EMPTY, Transaction.Mode.PERSISTENT));
        return steps;
    }

    private static List<Transaction.Op> toEnable(ItemNode node) {
        return List.of(new Transaction.Delete(node.disabled(), Transaction.ANY_VERSION));
    }

    private static void requireItem(String jobName, JobTree tree, int item, Snapshot job) {
        if (!JobViews.exists(tree, job)) {
            throw JobViews.notFound(jobName);
        }
        if (job.node(tree.itemNode(item).path()).isPresent()) {
            return;
        }
        Node config = job.node(tree.config())
                .orElseThrow(() -> new OperationException(
                        Kind.NOT_POSSIBLE, "Job '" + jobName + "' has no configuration, so it has no item " + item));
        try {
            int total = JobConfigurationCodec.decode(config.path(), config.text())
                    .configuration()
                    .getShardingTotalCount();
            if (item >= total) {
                throw new OperationException(
                        Kind.NOT_FOUND,
                        "Job '" + jobName + "' has no item " + item + ": it has " + total + ", counted from 0");
            }
        } catch (ConfigurationFormatException broken) {
            throw new OperationException(Kind.NOT_POSSIBLE, "Job '" + jobName + "': " + broken.getMessage());
        }
    }

    @Override
    public void close() {
        onClose.run();
    }
}
