package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.Epoch;
import dev.elasticjob.engine.view.ItemNode;
import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.engine.view.RunRecord;
import dev.elasticjob.lifecycle.domain.ConfigurationText;
import dev.elasticjob.lifecycle.domain.ShardingInfo.ShardingStatus;
import dev.elasticjob.lifecycle.view.ItemView;
import dev.elasticjob.lifecycle.view.JobDetail;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.RunState;
import dev.elasticjob.lifecycle.view.RunView;
import dev.elasticjob.registry.Node;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/** Reads all details of one job, with two reads in addition to its overview. */
final class DetailReader {

    /** Maximum number of items without a node to list for a job without an epoch. */
    private static final int MOST_ITEMS_WITHOUT_NODE = 10_000;

    private final RegistryAccess registry;
    private final JobOverview overview;
    private final JobTree tree;
    private final Optional<Expectation> expectation;
    private final SortedMap<Integer, RunRecord> late = new TreeMap<>();

    DetailReader(RegistryAccess registry, OverviewReader.Read job, Instant now) {
        this.registry = registry;
        this.overview = job.overview();
        this.tree = job.tree();
        this.expectation = job.expectation(now);
    }

    JobDetail read() {
        Snapshot job = registry.read(ReadRequest.of(tree.job(), tree.config(), tree.leaderInstance(), tree.epoch())
                .children(List.of(tree.items(), tree.triggers(), tree.failoverItems())));
        Optional<Epoch> epoch = Owners.epoch(job.node(tree.epoch()).map(Node::text), overview.instances());
        List<ItemView> items = views(items(job, epoch), epoch, new HashSet<>(job.children(tree.failoverItems())));
        return new JobDetail(
                overview,
                job.node(tree.job()).map(Node::text).orElse(""),
                job.node(tree.config())
                        .map(node -> new ConfigurationText(overview.jobName(), node.text(), node.version())),
                job.node(tree.leaderInstance()).map(Node::text),
                job.children(tree.triggers()),
                items,
                expectation.flatMap(each -> each.overdue(late)));
    }

    private SortedSet<Integer> items(Snapshot job, Optional<Epoch> epoch) {
        SortedSet<Integer> items = JobTree.itemsAmong(job.children(tree.items()));
        int total = epoch.map(Epoch::total)
                .orElseGet(() -> overview.configuration()
                        .map(each -> Math.min(each.getShardingTotalCount(), MOST_ITEMS_WITHOUT_NODE))
                        .orElse(0));
        for (int item = 0; item < total; item++) {
            items.add(item);
        }
        return items;
    }

    private List<ItemView> views(SortedSet<Integer> items, Optional<Epoch> epoch, Set<String> lost) {
        List<String> nodes = new ArrayList<>();
        List<String> folders = new ArrayList<>();
        for (int item : items) {
            ItemNode node = tree.itemNode(item);
            folders.add(node.path());
            nodes.add(node.path());
            nodes.add(node.running());
            if (epoch.isEmpty()) {
                nodes.add(node.owner());
            }
        }
        Snapshot found = registry.read(ReadRequest.empty().nodes(nodes).children(folders));
        // Only few items have a failover node.
        Snapshot takenOver = registry.read(ReadRequest.empty()
                .nodes(folders.stream()
                        .filter(folder -> found.children(folder).contains(ItemNode.FAILOVER))
                        .map(folder -> new ItemNode(folder).failover())
                        .toList()));
        Set<String> live = new HashSet<>(overview.instances());
        List<ItemView> result = new ArrayList<>(items.size());
        for (int item : items) {
            ItemNode node = tree.itemNode(item);
            Optional<String> owner = epoch.isPresent()
                    ? epoch.get().owner(item)
                    : found.node(node.owner()).map(Node::text).filter(id -> !id.isEmpty());
            result.add(view(item, owner, live, lost.contains(String.valueOf(item)), found, takenOver));
        }
        return result;
    }

    private ItemView view(
            int item, Optional<String> owner, Set<String> live, boolean lost, Snapshot found, Snapshot takenOver) {
        ItemNode node = tree.itemNode(item);
        List<String> marks = found.children(node.path());
        Optional<Node> running = found.node(node.running());
        boolean disabled = marks.contains(ItemNode.DISABLED);
        Optional<RunRecord> record = found.node(node.path()).map(each -> RunRecord.decode(each.text()));
        if (!disabled && running.isEmpty() && isLate(item, record)) {
            late.put(item, record.orElseGet(() -> RunRecord.decode("")));
        }
        ShardingStatus status = disabled
                ? ShardingStatus.DISABLED
                : running.isPresent()
                        ? ShardingStatus.RUNNING
                        : owner.filter(live::contains).isPresent()
                                ? ShardingStatus.PENDING
                                : ShardingStatus.SHARDING_FLAG;
        return new ItemView(
                item,
                status,
                owner,
                running.map(Node::text),
                running.map(Node::modifiedAt),
                takenOver.node(node.failover()).map(Node::text),
                disabled,
                marks.contains(ItemNode.MISFIRE),
                lost,
                record.flatMap(RunRecord::run)
                        .map(run -> run(run, found.node(node.path()).orElseThrow())),
                record.map(RunRecord::completedToken).orElse(0L));
    }

    private boolean isLate(int item, Optional<RunRecord> record) {
        return expectation
                .filter(each -> item < each.total())
                .filter(each -> each.isLate(record.orElseGet(() -> RunRecord.decode(""))))
                .isPresent();
    }

    /**
     * Returns a view of the run. While the run is active, the start was the last write to the record, so the record's
     * modification number is the fencing token.
     */
    static RunView run(RunRecord.Run run, Node record) {
        boolean underWay = run.state() == RunRecord.State.STARTED;
        return new RunView(
                run.id(),
                run.source(),
                RunState.valueOf(run.state().name()),
                run.scheduledAt(),
                run.attempt(),
                run.total(),
                run.instanceId(),
                run.session(),
                underWay ? OptionalLong.of(record.modified()) : OptionalLong.empty(),
                record.modifiedAt());
    }
}
