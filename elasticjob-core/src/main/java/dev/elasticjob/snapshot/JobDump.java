package dev.elasticjob.snapshot;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.config.ConfigurationFormatException;
import dev.elasticjob.config.ConfigurationSecrets;
import dev.elasticjob.config.JobConfigurationCodec;
import dev.elasticjob.config.LocalSecrets;
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
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Nodes of a job, one line each.
 *
 * <p>The engine keeps no copy of the tree by path that could be compared with the registry. It works with the current configuration and
 * the items that it owns. So only the lines of {@code config} and {@code sharding/{item}/instance} can contain both values.
 */
final class JobDump {

    private static final Pattern OWNER = Pattern.compile("/sharding/(\\d{1,9})/instance");

    /** Folders that only the engine writes: values in them that look like secrets are the token or the nonce of a run. */
    private static final Set<String> OF_THE_ENGINE =
            Set.of("servers", "instances", "leader", "sharding", "trigger", "guarantee", "systemTime");

    private final CoordinatorRegistryCenter regCenter;
    private final String jobName;
    private final long deadline;
    private final MaskedAddresses addresses = new MaskedAddresses();

    JobDump(CoordinatorRegistryCenter regCenter, String jobName, Duration within) {
        this.regCenter = regCenter;
        this.jobName = jobName;
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
            return ReadRequest.of("/" + jobName).nodePaths().iterator().next();
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
        String below = path.substring(jobName.length() + 1);
        if (below.equals("/config")) {
            return isInForce(path, value, local) ? Optional.empty() : Optional.of(written(local.configuration()));
        }
        Matcher owner = OWNER.matcher(below);
        if (!owner.matches()) {
            return Optional.empty();
        }
        boolean shownAsOurs = value.equals(local.instanceId());
        boolean ours = local.items().contains(Integer.parseInt(owner.group(1)));
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
        if (path.endsWith("/config")) {
            return ConfigurationSecrets.maskNode(path, text);
        }
        String[] parts = path.split("/", 4);
        boolean ofTheEngine = parts.length > 2 && OF_THE_ENGINE.contains(parts[2]);
        return ofTheEngine ? text : ConfigurationSecrets.mask(path, text);
    }
}
