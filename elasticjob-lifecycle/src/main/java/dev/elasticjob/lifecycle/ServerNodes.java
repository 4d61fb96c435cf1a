package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.List;

/**
 * The servers and instances that an operation applies to: those of one job, those of one address in all jobs, or those of one
 * job at one address.
 */
final class ServerNodes {

    /** A server of a job. */
    record Server(JobTree tree, Node node) {}

    private final RegistryAccess registry;
    private final String jobName;
    private final String serverIp;
    private final List<Server> servers = new ArrayList<>();
    private final List<String> instances = new ArrayList<>();

    private ServerNodes(RegistryAccess registry, String jobName, String serverIp) {
        this.registry = registry;
        this.jobName = jobName;
        this.serverIp = serverIp;
    }

    /**
     * @throws OperationException when there is no such job, or no such server
     * @throws IllegalArgumentException when neither is named
     */
    static ServerNodes find(RegistryAccess registry, String jobName, String serverIp) {
        ServerNodes result = read(registry, jobName, serverIp);
        if (result.servers.isEmpty() && result.instances.isEmpty()) {
            throw new OperationException(Kind.NOT_FOUND, result.what() + " has no server in this registry");
        }
        return result;
    }

    static ServerNodes read(RegistryAccess registry, String jobName, String serverIp) {
        if (!Names.isGiven(jobName) && !Names.isGiven(serverIp)) {
            throw new IllegalArgumentException(
                    "Neither a job nor a server is named; all jobs on all servers are not meant by that");
        }
        ServerNodes result = new ServerNodes(registry, jobName, serverIp);
        result.readLists();
        return result;
    }

    private void readLists() {
        List<String> jobs = Names.isGiven(jobName)
                ? List.of(Names.job(jobName))
                : registry.read(ReadRequest.empty().children("/").synced()).children("/");
        List<JobTree> trees = jobs.stream().map(JobTree::new).toList();
        List<String> lists = new ArrayList<>();
        List<String> nodes = new ArrayList<>();
        for (JobTree tree : trees) {
            lists.add(tree.servers());
            lists.add(tree.instances());
            if (Names.isGiven(jobName)) {
                nodes.add(tree.config());
            }
        }
        Snapshot found =
                registry.read(ReadRequest.empty().nodes(nodes).children(lists).synced());
        if (Names.isGiven(jobName) && !JobViews.exists(trees.get(0), found)) {
            throw JobViews.notFound(jobName);
        }
        for (JobTree tree : trees) {
            found.children(tree.instances()).stream()
                    .filter(id -> !Names.isGiven(serverIp) || Owners.address(id).equals(serverIp))
                    .forEach(id -> instances.add(tree.instance(id)));
        }
        readServers(trees, found);
    }

    private void readServers(List<JobTree> trees, Snapshot lists) {
        List<String> paths = new ArrayList<>();
        for (JobTree tree : trees) {
            wanted(lists.children(tree.servers())).forEach(ip -> paths.add(tree.server(ip)));
        }
        Snapshot found = registry.read(ReadRequest.empty().nodes(paths));
        for (JobTree tree : trees) {
            wanted(lists.children(tree.servers()))
                    .forEach(ip -> found.node(tree.server(ip)).ifPresent(node -> servers.add(new Server(tree, node))));
        }
    }

    private List<String> wanted(List<String> addresses) {
        return addresses.stream()
                .filter(ip -> !Names.isGiven(serverIp) || ip.equals(serverIp))
                .toList();
    }

    List<Server> servers() {
        return servers;
    }

    /** Returns the paths of the live instances. */
    List<String> instances() {
        return instances;
    }

    String what() {
        return (Names.isGiven(jobName) ? "Job '" + jobName + "'" : "Every job")
                + (Names.isGiven(serverIp) ? " on server '" + serverIp + "'" : "");
    }
}
