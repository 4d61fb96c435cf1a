package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.api.JobOperateAPI;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.lifecycle.api.RunRequest;
import dev.elasticjob.registry.CommitResult;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Triggers, disables, enables, shuts down, removes and dumps jobs. */
final class JobOperations implements JobOperateAPI {

    private static final int MOST_TRIES = 5;

    private final RegistryAccess registry;
    private final DumpClient dumps;
    private final Runnable onClose;

    JobOperations(RegistryAccess registry, DumpClient dumps, Runnable onClose) {
        this.registry = registry;
        this.dumps = dumps;
        this.onClose = onClose;
    }

    @Override
    public void trigger(String jobName) {
        requestRun(jobName);
    }

    /** All requests are created in one transaction, so that the instances treat them as one run. */
    @Override
    public RunRequest requestRun(String jobName) {
        JobTree tree = new JobTree(Names.job(jobName));
        for (int attempt = 0; attempt < MOST_TRIES; attempt++) {
            Snapshot job = readForTrigger(jobName, tree);
            List<String> instances = job.children(tree.instances());
            Transaction.Builder requests = requests(tree, job);
            if (requests.isEmpty()) {
                return new RunRequest(
                        job.node(tree.triggers()).map(Node::modifiedAt).orElse(Instant.EPOCH), instances);
            }
            CommitResult result = registry.commit(requests.build());
            if (result instanceof CommitResult.Committed committed) {
                return new RunRequest(committed.time(), instances);
            }
            if (result instanceof CommitResult.Unknown unknown) {
                throw new OperationException(
                        Kind.UNKNOWN_OUTCOME,
                        "Job '" + jobName + "': the connection was lost while a run was requested (" + unknown.reason()
                                + "). Look whether it runs before you ask again");
            }
        }
        throw new OperationException(
                Kind.CONFLICT, "Job '" + jobName + "': its instances join and leave; no run was requested. Try again");
    }

    private Snapshot readForTrigger(String jobName, JobTree tree) {
        Snapshot job = registry.read(ReadRequest.of(tree.config(), tree.triggers())
                .children(List.of(tree.servers(), tree.instances(), tree.triggers(), tree.items()))
                .synced());
        if (!JobViews.exists(tree, job)) {
            throw JobViews.notFound(jobName);
        }
        List<String> instances = job.children(tree.instances());
        if (job.node(tree.config()).isEmpty() || instances.isEmpty()) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE,
                    "Job '" + jobName + "' has "
                            + (instances.isEmpty() ? "no instance that could run it" : "no configuration")
                            + ". Start it, then trigger it again");
        }
        requireEnabled(jobName, tree, job);
        return job;
    }

    /**
     * Rejects the request if no instance may run the job: the engine would keep or discard the request, and no run would start.
     */
    private void requireEnabled(String jobName, JobTree tree, Snapshot job) {
        List<String> servers = job.children(tree.instances()).stream()
                .map(Owners::address)
                .distinct()
                .toList();
        List<String> items = JobTree.itemsAmong(job.children(tree.items())).stream()
                .map(item -> tree.itemNode(item).path())
                .toList();
        Snapshot found = registry.read(ReadRequest.empty()
                .nodes(servers.stream().map(tree::server).toList())
                .children(items));
        if (servers.stream().allMatch(server -> isDisabled(found.node(tree.server(server))))) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE,
                    "Job '" + jobName + "' is disabled on every server that has an instance: "
                            + String.join(", ", servers) + ". Enable it, then trigger it again");
        }
        if (!items.isEmpty()
                && items.stream().allMatch(item -> found.children(item).contains(ItemNode.DISABLED))) {
            throw new OperationException(
                    Kind.NOT_POSSIBLE,
                    "All items of job '" + jobName + "' are disabled. Enable an item, then trigger it again");
        }
    }

    private static boolean isDisabled(Optional<Node> server) {
        return server.map(node -> node.text().equals(JobTree.DISABLED)).orElse(false);
    }

    private static Transaction.Builder requests(JobTree tree, Snapshot job) {
        List<String> instances = job.children(tree.instances());
        Transaction.Builder builder = Transaction.builder();
        Set<String> requested = Set.copyOf(job.children(tree.triggers()));
        List<String> targets =
                instances.stream().filter(id -> !requested.contains(id)).toList();
        if (targets.isEmpty()) {
            return builder;
        }
        builder.checkExists(tree.config());
        // Set although unchanged: the version notifies instances that request nodes were created (see TriggerChanges).
        job.node(tree.triggers())
                .ifPresentOrElse(
                        folder -> builder.set(folder.path(), folder.data(), folder.version()),
                        () -> builder.create(tree.triggers(), "", Mode.PERSISTENT));
        targets.forEach(id -> builder.checkExists(tree.instance(id)).create(tree.trigger(id), "", Mode.PERSISTENT));
        return builder;
    }

    @Override
    public void disable(String jobName, String serverIp) {
        setServers("Disabling", jobName, serverIp, JobTree.DISABLED);
    }

    @Override
    public void enable(String jobName, String serverIp) {
        setServers("Enabling", jobName, serverIp, JobTree.ENABLED);
    }

    /** Sets all matching servers, including those that are registered during the call. */
    private void setServers(String doing, String jobName, String serverIp, String state) {
        ServerNodes first = ServerNodes.find(registry, jobName, serverIp);
        byte[] data = state.getBytes(StandardCharsets.UTF_8);
        new Changes(registry).until(doing + " " + first.what(), () -> {
            List<List<Transaction.Op>> steps = new ArrayList<>();
            for (ServerNodes.Server server :
                    ServerNodes.read(registry, jobName, serverIp).servers()) {
                if (!server.node().text().equals(state)) {
                    steps.add(List.of(new Transaction.Set(
                            server.node().path(), data, server.node().version())));
                }
            }
            return steps;
        });
    }

    @Override
    public void shutdown(String jobName, String serverIp) {
        ServerNodes found = ServerNodes.find(registry, jobName, serverIp);
        delete("Shutting down", found, found.instances());
    }

    @Override
    public void remove(String jobName, String serverIp) {
        ServerNodes found = ServerNodes.find(registry, jobName, serverIp);
        delete(
                "Removing",
                found,
                Stream.concat(
                                found.instances().stream(),
                                found.servers().stream().map(each -> each.node().path()))
                        .toList());
    }

    /** Deletes the nodes found at the time of the call. Instances that join later are not affected. */
    private void delete(String doing, ServerNodes found, List<String> paths) {
        new Changes(registry).until(doing + " " + found.what(), () -> {
            Snapshot left = registry.read(ReadRequest.empty().nodes(paths).synced());
            return paths.stream()
                    .filter(path -> left.node(path).isPresent())
                    .<List<Transaction.Op>>map(path -> List.of(new Transaction.Delete(
                            path, left.node(path).orElseThrow().version())))
                    .toList();
        });
    }

    @Override
    public String dump(String jobName, String instanceIp, int dumpPort) throws IOException {
        JobTree tree = new JobTree(Names.job(jobName));
        Names.server(instanceIp);
        Snapshot job = registry.read(ReadRequest.of(tree.config())
                .children(List.of(tree.servers(), tree.instances()))
                .synced());
        if (!JobViews.exists(tree, job)) {
            throw JobViews.notFound(jobName);
        }
        Set<String> addresses = Stream.concat(
                        job.children(tree.servers()).stream(),
                        job.children(tree.instances()).stream().map(Owners::address))
                .collect(Collectors.toSet());
        if (!addresses.contains(instanceIp)) {
            throw new OperationException(
                    Kind.NOT_FOUND,
                    "Job '" + jobName + "' has no server '" + instanceIp + "', and no other address is connected to");
        }
        return dumps.dump(jobName, instanceIp, dumpPort);
    }

    @Override
    public void close() {
        onClose.run();
    }
}
