package dev.elasticjob.lifecycle;

import dev.elasticjob.engine.view.JobTree;
import dev.elasticjob.lifecycle.api.JobStatisticsAPI;
import dev.elasticjob.lifecycle.api.ServerStatisticsAPI;
import dev.elasticjob.lifecycle.api.ShardingStatisticsAPI;
import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.domain.ServerBriefInfo;
import dev.elasticjob.lifecycle.domain.ShardingInfo;
import dev.elasticjob.lifecycle.view.ItemView;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.registry.ReadRequest;
import dev.elasticjob.registry.ReadResult.Snapshot;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The documented summaries, computed from {@link JobViews}. */
final class Statistics implements JobStatisticsAPI, ServerStatisticsAPI, ShardingStatisticsAPI {

    private final RegistryAccess registry;
    private final JobViews views;
    private final Runnable onClose;

    Statistics(RegistryAccess registry, JobViews views, Runnable onClose) {
        this.registry = registry;
        this.views = views;
        this.onClose = onClose;
    }

    @Override
    public int getJobsTotalCount() {
        return views.names().size();
    }

    @Override
    public JobBriefInfo getJobBriefInfo(String jobName) {
        return views.overview(jobName).toBriefInfo();
    }

    @Override
    public Collection<JobBriefInfo> getAllJobsBriefInfo() {
        return views.overviews().stream().map(JobOverview::toBriefInfo).toList();
    }

    @Override
    public Collection<JobBriefInfo> getJobsBriefInfo(String ip) {
        Names.server(ip);
        List<String> jobs = new ArrayList<>();
        serversByJob().forEach((job, servers) -> {
            if (servers.contains(ip)) {
                jobs.add(job);
            }
        });
        return views.overviews(jobs).stream()
                .filter(job -> job.servers().containsKey(ip))
                .map(job -> onServer(job, ip))
                .toList();
    }

    private static JobBriefInfo onServer(JobOverview job, String ip) {
        int instances = (int) job.instances().stream()
                .filter(id -> Owners.address(id).equals(ip))
                .count();
        JobStatus status =
                instances == 0 ? JobStatus.CRASHED : job.servers().get(ip) ? job.status() : JobStatus.DISABLED;
        return job.toBriefInfo(status, instances);
    }

    private SortedMap<String, List<String>> serversByJob() {
        List<String> nodes =
                registry.read(ReadRequest.empty().children("/").synced()).children("/");
        Snapshot lists = registry.read(ReadRequest.empty()
                .children(
                        nodes.stream().map(each -> new JobTree(each).servers()).toList()));
        SortedMap<String, List<String>> result = new TreeMap<>();
        nodes.forEach(each -> result.put(each, lists.children(new JobTree(each).servers())));
        return result;
    }

    @Override
    public int getServersTotalCount() {
        Set<String> addresses = new TreeSet<>();
        serversByJob().values().forEach(addresses::addAll);
        return addresses.size();
    }

    /** Counters of one server. */
    private static final class Tally {
        final Set<String> instances = new TreeSet<>();
        final Set<String> jobs = new TreeSet<>();
        int disabled;
    }

    @Override
    public Collection<ServerBriefInfo> getAllServersBriefInfo() {
        Map<String, Tally> servers = new HashMap<>();
        for (JobOverview job : views.overviewsWithoutItems()) {
            job.servers().forEach((ip, enabled) -> {
                Tally tally = servers.computeIfAbsent(ip, each -> new Tally());
                tally.jobs.add(job.jobName());
                tally.disabled += enabled ? 0 : 1;
            });
            for (String id : job.instances()) {
                Tally tally = servers.get(Owners.address(id));
                if (tally != null) {
                    tally.instances.add(id);
                }
            }
        }
        List<ServerBriefInfo> result = new ArrayList<>();
        servers.forEach(
                (ip, tally) -> result.add(new ServerBriefInfo(ip, tally.instances, tally.jobs, tally.disabled)));
        Collections.sort(result);
        return result;
    }

    @Override
    public Collection<ShardingInfo> getShardingInfo(String jobName) {
        return views.detail(jobName).items().stream().map(Statistics::info).toList();
    }

    private static ShardingInfo info(ItemView item) {
        return new ShardingInfo(
                item.item(),
                item.owner().map(Owners::address).orElse(""),
                item.owner().orElse(""),
                item.status(),
                item.takenOverBy().isPresent());
    }

    @Override
    public void close() {
        onClose.run();
    }
}
