package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.api.OperationException.Kind;
import dev.elasticjob.lifecycle.view.FoundRun;
import dev.elasticjob.lifecycle.view.JobDetail;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.OverdueJobs;
import dev.elasticjob.lifecycle.view.Places;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import dev.elasticjob.registry.RegistrySession;
import dev.elasticjob.registry.Watch;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Jobs as the registry shows them at the moment of the call, with everything that was committed before. Nothing that a
 * registry holds is kept between calls. Jobs that are damaged are shown with the reason; nodes that are no jobs are not shown.
 */
public final class JobViews {

    private static final String ROOT = "/";

    private final RegistryAccess registry;
    private final InstantSource clock;
    private final KnownConfigurations known = new KnownConfigurations();

    JobViews(RegistryAccess registry, InstantSource clock) {
        this.registry = registry;
        this.clock = clock;
    }

    /** The names of all jobs, in ascending order. */
    public List<String> names() {
        List<String> nodes = children();
        Snapshot found = registry.read(ReadRequest.empty()
                .children(nodes.stream().map(each -> ROOT + each).toList()));
        return nodes.stream().filter(each -> isJob(found.children(ROOT + each))).toList();
    }

    private static boolean isJob(List<String> children) {
        return children.contains("config") || children.contains("servers") || children.contains("instances");
    }

    /** All jobs, in the order of their names. The number of requests grows with their bytes, not with their number. */
    public List<JobOverview> overviews() {
        return reader(clock.instant()).read(children());
    }

    /** Returns all jobs without reading their items, which the status therefore does not take into account. */
    List<JobOverview> overviewsWithoutItems() {
        return reader(clock.instant()).readAll(children()).stream()
                .map(OverviewReader.Read::overview)
                .toList();
    }

    /** Those of these jobs that there are, such as the ones on a page. */
    public List<JobOverview> overviews(Collection<String> jobNames) {
        jobNames.forEach(Names::job);
        return reader(clock.instant()).read(jobNames);
    }

    /** @throws OperationException when there is no such job */
    public JobOverview overview(String jobName) {
        return overviews(List.of(Names.job(jobName))).stream().findFirst().orElseThrow(() -> notFound(jobName));
    }

    /** @throws OperationException when there is no such job */
    public JobDetail detail(String jobName) {
        Instant now = clock.instant();
        return reader(now).readWithItems(List.of(Names.job(jobName))).stream()
                .findFirst()
                .map(job -> new DetailReader(registry, job, now).read())
                .orElseThrow(() -> notFound(jobName));
    }

    /**
     * The jobs that should have run and did not. The number of requests grows with the bytes of all jobs and of the records of
     * their items, of which at most 100,000 are read.
     */
    public OverdueJobs overdue() {
        Instant now = clock.instant();
        return new OverdueReader(registry, now).read(reader(now).readAll(children()));
    }

    /**
     * The items, of all jobs, whose current or last run has this id; of the records that are read, as {@link #overdue()}
     * does.
     */
    public List<FoundRun> runs(String runId) {
        return new RunFinder(registry).find(reader(clock.instant()).readAll(children()), runId);
    }

    /**
     * Which jobs are on which servers and in which instances, by their names alone: far quicker than all of them whole.
     *
     * @param jobNames such as {@link #names()}
     */
    public Places places(Collection<String> jobNames) {
        Map<String, JobTree> trees = new LinkedHashMap<>();
        jobNames.forEach(name -> trees.put(name, new JobTree(Names.job(name))));
        List<String> folders = new ArrayList<>();
        trees.values().forEach(tree -> {
            folders.add(tree.servers());
            folders.add(tree.instances());
        });
        Snapshot found = registry.read(ReadRequest.empty().children(folders));
        SortedMap<String, List<String>> servers = new TreeMap<>();
        SortedMap<String, List<String>> instances = new TreeMap<>();
        trees.forEach((name, tree) -> {
            found.children(tree.servers())
                    .forEach(each -> servers.computeIfAbsent(each, none -> new ArrayList<>())
                            .add(name));
            found.children(tree.instances())
                    .forEach(each -> instances
                            .computeIfAbsent(each, none -> new ArrayList<>())
                            .add(name));
        });
        return new Places(servers, instances);
    }

    /**
     * Tells the names of jobs that something has happened to: look again. An empty text means that anything may have
     * happened, as after a lost connection. A receiver is called on the registry's threads and must not block. When the
     * session ends, the watch ends, with an empty text: set another then.
     */
    public Watch onChange(Consumer<String> receiver) {
        RegistrySession session = registry.session();
        session.onStateChange(state -> {
            if (state == RegistrySession.State.LOST || state == RegistrySession.State.CLOSED) {
                receiver.accept("");
            }
        });
        return session.watch(ROOT, Watch.Scope.SUBTREE, hint -> receiver.accept(jobOf(hint.path())));
    }

    private static String jobOf(String path) {
        int end = path.indexOf('/', 1);
        return path.substring(1, end < 0 ? path.length() : end);
    }

    private OverviewReader reader(Instant now) {
        return new OverviewReader(registry, known, now);
    }

    private List<String> children() {
        return registry.read(ReadRequest.empty().children(ROOT).synced()).children(ROOT);
    }

    static OperationException notFound(String jobName) {
        return new OperationException(
                Kind.NOT_FOUND, "There is no job '" + jobName + "' in this registry; check its name and the namespace");
    }

    /** Whether there is a job, in any state. A node with nothing of a job below it is somebody else's. */
    static boolean exists(JobTree tree, Snapshot snapshot) {
        return snapshot.node(tree.config()).isPresent()
                || snapshot.childNames().containsKey(tree.servers())
                || snapshot.childNames().containsKey(tree.instances());
    }
}
