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
 * Views of the jobs in the registry. Every call reads the current state, including everything committed before the call; no
 * registry state is cached. Damaged jobs are listed with the reason. Nodes that are not jobs are omitted.
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

    /** Returns the names of all jobs in ascending order. */
    public List<String> names() {
        List<String> nodes = children();
        Snapshot found = registry.read(ReadRequest.empty()
                .children(nodes.stream().map(each -> ROOT + each).toList()));
        return nodes.stream()
                .filter(each -> JobTree.isJob(found.children(ROOT + each)))
                .toList();
    }

    /**
     * Returns all jobs, ordered by name. The number of requests grows with the size of the jobs in bytes, not with their
     * number.
     */
    public List<JobOverview> overviews() {
        return reader(clock.instant()).read(children());
    }

    /** Returns all jobs without reading their items, so the status does not reflect items. */
    List<JobOverview> overviewsWithoutItems() {
        return reader(clock.instant()).readAll(children()).stream()
                .map(OverviewReader.Read::overview)
                .toList();
    }

    /** Returns those of the named jobs that exist, for example the jobs on a page. */
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
     * Returns the jobs that missed a fire. The number of requests grows with the size in bytes of all jobs and of the run
     * records of their items. At most 100,000 records are read.
     */
    public OverdueJobs overdue() {
        Instant now = clock.instant();
        return new OverdueReader(registry, now).read(reader(now).readAll(children()));
    }

    /**
     * Returns the items of all jobs whose current or last run has this id. The same records are read as in {@link #overdue()}.
     */
    public List<FoundRun> runs(String runId) {
        return new RunFinder(registry).find(reader(clock.instant()).readAll(children()), runId);
    }

    /**
     * Returns the servers and instances of each job. Reads only node names, which is much faster than reading the jobs.
     *
     * @param jobNames job names, for example {@link #names()}
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
     * Calls the receiver with the name of each job that has changed; the caller then reads the job again. An empty name means
     * that any job may have changed, for example after a lost connection. The receiver is called on the registry's threads and
     * must not block. When the session ends, the receiver is called with an empty name and the watch ends; register another one
     * then.
     */
    public Watch onChange(Consumer<String> receiver) {
        RegistrySession session = registry.session();
        session.onStateChange(state -> {
            if (state == RegistrySession.State.LOST || state == RegistrySession.State.CLOSED) {
                receiver.accept("");
            }
        });
        return session.watch(ROOT, Watch.Scope.SUBTREE, hint -> receiver.accept(JobTree.jobOf(hint.path())));
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

    /** Returns whether the job exists, in any state. A node without job nodes below it belongs to another application. */
    static boolean exists(JobTree tree, Snapshot snapshot) {
        return snapshot.node(tree.config()).isPresent()
                || snapshot.childNames().containsKey(tree.servers())
                || snapshot.childNames().containsKey(tree.instances());
    }
}
