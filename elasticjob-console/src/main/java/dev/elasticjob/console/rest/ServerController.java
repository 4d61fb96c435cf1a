package dev.elasticjob.console.rest;

import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import dev.elasticjob.lifecycle.domain.ServerBriefInfo;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for servers, across all jobs of a registry. */
@RestController
@RequestMapping(Access.API + "/registries/{registry}/servers")
class ServerController {

    private static final Comparator<ServerRow> BY_NAME = Comparator.comparing(ServerRow::server);

    private static final Map<String, Comparator<ServerRow>> ORDERS = new TreeMap<>(Map.of(
            "server", BY_NAME,
            "instances", Comparator.comparing(ServerRow::instances),
            "jobs", Comparator.comparing(ServerRow::jobs),
            "disabledJobs", Comparator.comparing(ServerRow::disabledJobs)));

    private final Registries registries;

    ServerController(Registries registries) {
        this.registries = registries;
    }

    /** @param stale whether the server has no instance of any job */
    record ServerRow(String server, int instances, int jobs, int disabledJobs, boolean stale) {

        static ServerRow of(ServerBriefInfo server) {
            return new ServerRow(
                    server.getServerIp(),
                    server.getInstancesNum(),
                    server.getJobsNum(),
                    server.getDisabledJobsNum(),
                    server.getInstancesNum() == 0);
        }
    }

    /** The state of a job on one server. */
    record JobOnServer(
            String name,
            JobBriefInfo.JobStatus status,
            String description,
            String cron,
            int shardingTotalCount,
            int instances,
            String problem) {

        static JobOnServer of(JobBriefInfo job) {
            return new JobOnServer(
                    job.getJobName(),
                    job.getStatus(),
                    job.getDescription(),
                    job.getCron(),
                    job.getShardingTotalCount(),
                    job.getInstanceCount(),
                    job.getProblem());
        }
    }

    @GetMapping
    PageView<ServerRow> list(
            @PathVariable String registry,
            @RequestParam(required = false) String search,
            @RequestParam(required = false) Boolean stale,
            @RequestParam(defaultValue = "server") String sort,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size) {
        PageRequest wanted = new PageRequest(page, size);
        boolean turned = sort.startsWith("-");
        Comparator<ServerRow> order = ORDERS.get(turned ? sort.substring(1) : sort);
        if (order == null) {
            throw new IllegalArgumentException(
                    "sort is '" + sort + "'; use one of " + ORDERS.keySet() + ", with '-' in front to turn it round");
        }
        List<ServerRow> rows = on(registry).serverStatistics().getAllServersBriefInfo().stream()
                .map(ServerRow::of)
                .filter(row -> search == null || row.server().contains(search.toLowerCase(Locale.ROOT)))
                .filter(row -> stale == null || row.stale() == stale)
                .sorted((turned ? order.reversed() : order).thenComparing(BY_NAME))
                .toList();
        return PageView.of(rows, wanted);
    }

    @GetMapping("/{server}/jobs")
    PageView<JobOnServer> jobs(
            @PathVariable String registry,
            @PathVariable String server,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size) {
        PageRequest wanted = new PageRequest(page, size);
        return PageView.of(
                on(registry).jobStatistics().getJobsBriefInfo(server).stream()
                        .map(JobOnServer::of)
                        .toList(),
                wanted);
    }

    @PutMapping("/{server}/state")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void setEnabled(
            @PathVariable String registry, @PathVariable String server, @RequestBody JobController.Switch body) {
        if (body.isOn()) {
            on(registry).jobOperate().enable(null, server);
        } else {
            on(registry).jobOperate().disable(null, server);
        }
    }

    @DeleteMapping("/{server}/instances")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void shutDown(@PathVariable String registry, @PathVariable String server) {
        on(registry).jobOperate().shutdown(null, server);
    }

    @DeleteMapping("/{server}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String registry, @PathVariable String server) {
        on(registry).jobOperate().remove(null, server);
    }

    private RegistryOperations on(String registry) {
        return registries.operations(registry);
    }
}
