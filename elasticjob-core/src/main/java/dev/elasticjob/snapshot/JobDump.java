package dev.elasticjob.snapshot;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.LocalSecrets;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.scheduler.LocalView;
import dev.elasticjob.scheduler.Scheduler;
import dev.elasticjob.type.VisibleText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Nodes of a job, one line each.
 *
 * <p>The engine keeps no copy of the tree by path that could be compared with the registry. It works with the current configuration and
 * the items that it owns. So only the lines of {@code config} and {@code sharding/{item}/instance} can contain both values.
 */
final class JobDump {

    private final CoordinatorRegistryCenter regCenter;
    private final String jobName;
    private final JobTree tree;
    private final long deadline;
    private final MaskedAddresses addresses = new MaskedAddresses();

    JobDump(CoordinatorRegistryCenter regCenter, String jobName, Duration within) {
        this.regCenter = regCenter;
        this.jobName = jobName;
        tree = new JobTree(jobName);
        deadline = System.nanoTime() + within.toNanos();
    }

    List<String> lines() throws RefusedException, InterruptedException {
        String top = top();
        try (RegistrySession session = open()) {
            List<Node> nodes = new JobTreeReader(session, deadline).read(top);
            if (nodes.isEmpty()) {
                throw new RefusedException("there is no job '" + jobName + "' in this registry");
            }
            Optional<LocalView> local = Scheduler.on(regCenter).localView(jobName);
            List<String> lines = new ArrayList<>();
            nodes.forEach(node -> lines.add(line(node, local)));
            return lines;
        }
    }

    private String top() throws RefusedException {
        try {
            return ReadRequest.of(tree.job()).nodePaths().iterator().next();
        } catch (IllegalArgumentException noPath) {
            throw new RefusedException("'" + VisibleText.of(jobName) + "' is not the name of a job");
        }
    }

    private RegistrySession open() throws RefusedException, InterruptedException {
        CompletableFuture<RegistrySession> session = regCenter.openSession().toCompletableFuture();
        try {
            return session.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException slow) {
            session.thenAccept(RegistrySession::close);
            throw new RefusedException("the registry does not answer");
        } catch (ExecutionException failed) {
            throw new RefusedException(
                    "the registry cannot be reached: " + failed.getCause().getMessage());
        }
    }

    private String line(Node node, Optional<LocalView> local) {
        String path = node.path();
        String value = node.text();
        String line = shown(path, path) + " | " + shown(path, value);
        return local.flatMap(view -> differing(path, value, view))
                .map(other -> line + " | " + shown(path, path) + " | " + shown(path, other))
                .orElse(line);
    }

    private Optional<String> differing(String path, String value, LocalView local) {
        if (path.equals(tree.config())) {
            return isInForce(path, value, local) ? Optional.empty() : Optional.of(written(local.configuration()));
        }
        OptionalInt item = tree.itemOwnedAt(path);
        if (item.isEmpty()) {
            return Optional.empty();
        }
        boolean shownAsOurs = value.equals(local.instanceId());
        boolean ours = local.items().contains(item.getAsInt());
        return shownAsOurs == ours ? Optional.empty() : Optional.of(ours ? local.instanceId() : "");
    }

    private static boolean isInForce(String path, String text, LocalView local) {
        try {
            return written(JobConfigurationCodec.decode(path, text).configuration())
                    .equals(written(local.configuration()));
        } catch (ConfigurationFormatException unreadable) {
            return false;
        }
    }

    private static String written(JobConfiguration configuration) {
        return JobConfigurationCodec.encode(LocalSecrets.without(configuration));
    }

    private String shown(String path, String text) {
        return VisibleText.of(addresses.mask(withoutSecrets(path, text)).strip());
    }

    private String withoutSecrets(String path, String text) {
        if (text.equals(path) || text.isEmpty()) {
            return text;
        }
        if (path.equals(tree.config())) {
            return ConfigurationSecrets.maskNode(path, text);
        }
        // Values below these nodes that look like secrets are the token or the nonce of a run.
        return tree.isWrittenByEngine(path) ? text : ConfigurationSecrets.mask(path, text);
    }
}
