package dev.elasticjob.lifecycle;

import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.engine.view.RunRequests;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.lifecycle.api.ShardingOperateAPI;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Disables and enables items, and ends their runs. */
final class ItemOperations implements ShardingOperateAPI {

    private static final byte[] EMPTY = new byte[0];
    private static final int MOST_TRIES = 20;

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

    /** The kill is requested of the instance that runs the item. It has its effect there, without another transaction here. */
    @Override
    public void kill(String jobName, String item, long token) {
        JobTree tree = new JobTree(Names.job(jobName));
        int number = Names.item(jobName, item);
        String what = "Kill of item " + number + " of job '" + jobName + "' with token " + token;
        for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
            CommitResult result = registry.commit(kill(what, jobName, tree, number, token));
            if (result instanceof CommitResult.Committed) {
                return;
            }
            if (result instanceof CommitResult.Unknown unknown) {
                throw new OperationException(
                        Kind.UNKNOWN_OUTCOME,
                        what + ": the connection was lost (" + unknown.reason()
                                + "). Check the state of the run before you repeat it");
            }
        }
        throw new OperationException(
                Kind.CONFLICT,
                what + " was not requested: other clients change the requests of its instance. Try again");
    }

    private Transaction kill(String what, String jobName, JobTree tree, int item, long token) {
        ItemNode node = tree.itemNode(item);
        Snapshot job = registry.read(
                ReadRequest.of(tree.config(), tree.epoch(), tree.triggers(), tree.items(), node.path(), node.running())
                        .children(List.of(tree.servers(), tree.instances()))
                        .synced());
        requireItem(jobName, tree, item, job);
        Node record = job.node(node.path()).orElse(null);
        Node mark = job.node(node.running()).orElse(null);
        if (record == null || mark == null || !RunRecord.decode(record.text()).isStarted()) {
            throw new OperationException(Kind.NOT_POSSIBLE, what + ": the item is not running");
        }
        if (record.modified() != token) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE,
                    what + ": the run in progress has token " + record.modified() + ". Read the item again");
        }
        String instance = mark.text();
        if (!job.children(tree.instances()).contains(instance)) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE,
                    what + ": its instance " + instance + " is leaving the job, and interrupts the run itself when it"
                            + " does not end");
        }
        Node requests = registry.read(ReadRequest.of(tree.trigger(instance)).synced())
                .node(tree.trigger(instance))
                .orElse(null);
        Transaction.Builder transaction = Transaction.builder()
                .check(node.path(), record.version())
                .checkExists(node.running())
                .checkExists(tree.instance(instance));
        // Set although unchanged: the version shows that requests were created or changed.
        job.node(tree.triggers())
                .ifPresentOrElse(
                        folder -> transaction.set(folder.path(), folder.data(), folder.version()),
                        () -> transaction.create(tree.triggers(), "", Transaction.Mode.PERSISTENT));
        RunRequests kill = RunRequests.kill(item, token);
        if (requests == null) {
            transaction.create(tree.trigger(instance), kill.encode(), Transaction.Mode.PERSISTENT);
        } else {
            // A blank node requests all items of the instance, and must not lose this meaning.
            RunRequests before = RunRequests.decode(requests.text())
                    .orElseGet(() -> RunRequests.ofBlankNode(requests, itemsOf(instance, tree, job)));
            transaction.set(requests.path(), before.plus(kill).encode(), requests.version());
        }
        return transaction.build();
    }

    private static SortedSet<Integer> itemsOf(String instance, JobTree tree, Snapshot job) {
        return job.node(tree.epoch())
                .flatMap(node -> Epoch.decode(node.text()))
                .map(epoch -> epoch.itemsOf(instance))
                .orElseGet(TreeSet::new);
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
