package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.KnownConfigurations.Meaning;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.view.EpochView;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads many jobs with three reads, each split into requests by size. The first reads configurations, epochs and the names of
 * servers and instances. The second reads the values of the servers and, for jobs without an epoch, the items. The third reads
 * the owners of these items.
 */
final class OverviewReader {

    private final RegistryAccess registry;
    private final KnownConfigurations known;
    private final Instant now;

    /** Nodes read for one job. */
    private static final class Found {
        final JobTree tree;
        final Optional<Node> config;
        final List<String> servers;
        final List<String> instances;
        final Optional<Epoch> epoch;

        Found(JobTree tree, Snapshot first) {
            this.tree = tree;
            config = first.node(tree.config());
            servers = first.children(tree.servers());
            instances = first.children(tree.instances());
            epoch = Owners.epoch(first.node(tree.epoch()).map(Node::text), instances);
        }
    }

    /**
     * A job and the data that its overview does not contain.
     *
     * @param configuredAt time of the last write to its configuration
     * @param itemNodes paths of its items
     */
    record Read(
            JobTree tree, JobOverview overview, Optional<Epoch> epoch, Instant configuredAt, List<String> itemNodes) {

        Read withStatus(JobStatus status) {
            return new Read(tree, overview.withStatus(status), epoch, configuredAt, itemNodes);
        }

        Optional<Expectation> expectation(Instant now) {
            return Expectation.of(overview, epoch, configuredAt, now);
        }
    }

    OverviewReader(RegistryAccess registry, KnownConfigurations known, Instant now) {
        this.registry = registry;
        this.known = known;
        this.now = now;
    }

    /** Returns the jobs among the named nodes, in the same order. */
    List<JobOverview> read(Collection<String> names) {
        return readWithItems(names).stream().map(Read::overview).toList();
    }

    /** Also reads the items of jobs with status OK: a failed run or a disabled item changes the status. */
    List<Read> readWithItems(Collection<String> names) {
        return new ItemConditions(registry).apply(readAll(names));
    }

    /** Returns the jobs with a status that does not reflect items. */
    List<Read> readAll(Collection<String> names) {
        Map<String, Found> jobs = readJobs(names);
        List<String> servers = new ArrayList<>();
        List<String> items = new ArrayList<>();
        for (Found job : jobs.values()) {
            job.servers.forEach(each -> servers.add(job.tree.server(each)));
            if (needsItems(job)) {
                items.add(job.tree.items());
            }
        }
        Snapshot second = registry.read(ReadRequest.empty().nodes(servers).children(items));
        Snapshot third = registry.read(ReadRequest.empty()
                .nodes(jobs.values().stream()
                        .filter(OverviewReader::needsItems)
                        .flatMap(job -> itemNodes(job, second))
                        .map(ItemNode::owner)
                        .toList()));
        List<Read> result = new ArrayList<>(jobs.size());
        jobs.forEach((name, job) -> result.add(new Read(
                job.tree,
                overview(name, job, second, third),
                job.epoch,
                job.config.map(Node::modifiedAt).orElse(Instant.EPOCH),
                itemNodes(job, second).map(ItemNode::path).toList())));
        return result;
    }

    private static Stream<ItemNode> itemNodes(Found job, Snapshot second) {
        Stream<Integer> items = job.epoch.isPresent()
                ? IntStream.range(0, job.epoch.get().total()).boxed()
                : JobTree.itemsAmong(second.children(job.tree.items())).stream();
        return items.map(job.tree::itemNode);
    }

    private Map<String, Found> readJobs(Collection<String> names) {
        Map<String, JobTree> trees = new LinkedHashMap<>();
        names.forEach(name -> trees.put(name, new JobTree(name)));
        List<String> nodes = new ArrayList<>();
        List<String> children = new ArrayList<>();
        for (JobTree tree : trees.values()) {
            nodes.add(tree.config());
            nodes.add(tree.epoch());
            children.add(tree.servers());
            children.add(tree.instances());
        }
        Snapshot first = registry.read(
                ReadRequest.empty().nodes(nodes).children(children).synced());
        Map<String, Found> jobs = new LinkedHashMap<>();
        trees.forEach((name, tree) -> {
            if (JobViews.exists(tree, first)) {
                jobs.put(name, new Found(tree, first));
            }
        });
        return jobs;
    }

    private static boolean needsItems(Found job) {
        return job.epoch.isEmpty() && !job.instances.isEmpty();
    }

    private JobOverview overview(String name, Found job, Snapshot second, Snapshot third) {
        Meaning meaning =
                job.config.map(node -> known.of(node.path(), node.text(), now)).orElseGet(() -> withoutConfig(name));
        SortedMap<String, Boolean> servers = new TreeMap<>();
        job.servers.forEach(each -> second.node(job.tree.server(each))
                .ifPresent(node -> servers.put(each, !node.text().equals(JobTree.DISABLED))));
        return new JobOverview(
                name,
                status(job, servers, second, third),
                meaning.configuration(),
                job.config.map(Node::version).orElse(-1),
                meaning.problem(),
                meaning.warnings(),
                servers,
                job.instances,
                job.epoch.map(each -> new EpochView(each.number(), each.open(), each.total())),
                meaning.nextFire());
    }

    private static Meaning withoutConfig(String name) {
        return new Meaning(
                Optional.empty(),
                Optional.of("/" + name + " has no config: the job is being removed or was never whole."
                        + " Remove it, or start it with its configuration"),
                List.of(),
                Optional.empty());
    }

    private static JobStatus status(Found job, SortedMap<String, Boolean> servers, Snapshot second, Snapshot third) {
        if (job.instances.isEmpty()) {
            return JobStatus.CRASHED;
        }
        if (!servers.isEmpty() && !servers.containsValue(true) || isDisabledOnAll(job.instances, servers)) {
            return JobStatus.DISABLED;
        }
        boolean isAssigned =
                job.epoch.map(epoch -> isAssigned(epoch, job.instances)).orElseGet(() -> isShown(job, second, third));
        return isAssigned ? JobStatus.OK : JobStatus.SHARDING_FLAG;
    }

    /** Ignores enabled servers without an instance: they cannot run the job. */
    private static boolean isDisabledOnAll(List<String> instances, SortedMap<String, Boolean> servers) {
        return instances.stream().map(Owners::address).noneMatch(address -> servers.getOrDefault(address, true));
    }

    private static boolean isAssigned(Epoch epoch, List<String> instances) {
        Set<String> there = new HashSet<>(instances);
        for (int item = 0; item < epoch.total(); item++) {
            if (!epoch.owner(item).map(there::contains).orElse(false)) {
                return false;
            }
        }
        return epoch.open();
    }

    private static boolean isShown(Found job, Snapshot second, Snapshot third) {
        List<ItemNode> items = itemNodes(job, second).toList();
        return !items.isEmpty()
                && items.stream()
                        .allMatch(item -> third.node(item.owner())
                                .map(node -> job.instances.contains(node.text()))
                                .orElse(false));
    }
}
