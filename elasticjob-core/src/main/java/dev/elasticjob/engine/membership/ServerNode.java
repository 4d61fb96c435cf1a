package dev.elasticjob.engine.membership;

import dev.elasticjob.engine.context.JobContext;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.JobView;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.Transaction;
import dev.elasticjob.registry.Transaction.Mode;
import java.util.List;
import java.util.Optional;

/** The node of a server, whose value belongs to operators. */
final class ServerNode {

    private ServerNode() {}

    /**
     * Sets the node of a server to the value it has, so that the commit conflicts with an operator's change, or creates it. A
     * new server is disabled if the configuration says so, or if an operator has disabled all servers.
     */
    static void add(Transaction.Builder transaction, JobContext job, String ip) {
        String path = job.tree().server(ip);
        Optional<Node> server = job.view().node(path);
        if (server.isPresent()) {
            transaction.set(path, server.get().data(), server.get().version());
            return;
        }
        List<Node> servers = job.view().servers();
        Optional<Node> enabled = servers.stream()
                .filter(node -> job.view().isServerEnabled(JobView.name(node)))
                .findFirst();
        boolean allDisabled = !servers.isEmpty() && enabled.isEmpty();
        // An operator may be enabling or disabling all of them at this moment.
        enabled.map(List::of).orElse(servers).forEach(node -> transaction.check(node.path(), node.version()));
        String status = job.config().isDisabled() || allDisabled ? JobTree.DISABLED : JobTree.ENABLED;
        transaction.create(path, status, Mode.PERSISTENT);
    }
}
