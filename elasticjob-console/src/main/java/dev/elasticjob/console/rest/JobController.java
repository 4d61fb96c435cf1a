package dev.elasticjob.console.rest;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.console.net.AddressPolicy;
import dev.elasticjob.console.net.HostAndPort;
import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lifecycle.api.RunRequest;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.domain.ShardingInfo.ShardingStatus;
import dev.elasticjob.lifecycle.view.EpochView;
import dev.elasticjob.lifecycle.view.ItemView;
import dev.elasticjob.lifecycle.view.JobDetail;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.OverdueJob;
import dev.elasticjob.lifecycle.view.RunState;
import dev.elasticjob.lifecycle.view.RunView;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that list, trigger, enable and disable jobs. */
@RestController
@RequestMapping(Access.API + "/registries/{registry}/jobs")
class JobController {

    private final Registries registries;
    private final AddressPolicy addresses;

    JobController(Registries registries, AddressPolicy addresses) {
        this.registries = registries;
        this.addresses = addresses;
    }

    /** @param enabled whether runs are allowed */
    record Switch(Boolean enabled) {

        boolean isOn() {
            if (enabled == null) {
                throw new IllegalArgumentException("enabled is missing; send true or false");
            }
            return enabled;
        }
    }

    /**
     * All details of a job except its items.
     *
     * @param type the class of the job, or its kind if it has no class
     * @param leader id of the leader
     * @param pendingInstances ids of instances with a run request that is not fully started
     * @param overdue the fire that the job missed
     * @param recordsRuns whether runs of the job are recorded in the registry
     * @param manualRun the last triggered run; empty if no item has recorded one
     */
    record JobPage(
            JobRow job,
            String type,
            int configurationVersion,
            Optional<String> leader,
            Optional<EpochView> epoch,
            List<String> pendingInstances,
            List<String> instanceIds,
            Optional<OverdueJob> overdue,
            boolean recordsRuns,
            Optional<ManualRun> manualRun) {}

    /**
     * Summary of the items whose current or last run was triggered manually.
     *
     * @param changedAt time of the last start or end among these items, by the registry's clock
     */
    record ManualRun(String id, Instant changedAt, int running, int succeeded, int failed, int abandoned) {

        /** Returns the latest triggered run of these items. */
        static Optional<ManualRun> latest(List<ItemView> items) {
            List<RunView> runs = items.stream()
                    .flatMap(item -> item.run().stream())
                    .filter(run -> run.source() == RunSource.MANUAL_TRIGGER)
                    .toList();
            return runs.stream()
                    .max(Comparator.comparing(RunView::changedAt))
                    .map(latest -> of(
                            latest,
                            runs.stream()
                                    .filter(run -> run.id().equals(latest.id()))
                                    .toList()));
        }

        private static ManualRun of(RunView latest, List<RunView> runs) {
            return new ManualRun(
                    latest.id(),
                    latest.changedAt(),
                    count(runs, RunState.STARTED),
                    count(runs, RunState.DONE),
                    count(runs, RunState.FAILED),
                    count(runs, RunState.ABANDONED));
        }

        private static int count(List<RunView> runs, RunState state) {
            return (int) runs.stream().filter(run -> run.state() == state).count();
        }
    }

    /** @param instances ids of the job's instances on the server */
    record JobServer(String server, boolean enabled, List<String> instances) {}

    @GetMapping
    PageView<JobRow> list(
            @PathVariable String registry,
            @RequestParam(required = false) String search,
            @RequestParam(required = false) String text,
            @RequestParam(required = false) JobStatus status,
            @RequestParam(required = false) String label,
            @RequestParam(required = false) Boolean problem,
            @RequestParam(required = false) Boolean overdue,
            @RequestParam(defaultValue = "name") String sort,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size) {
        PageRequest wanted = new PageRequest(page, size);
        return new JobQuery(search, text, status, label, problem, overdue, sort)
                .page(on(registry).jobs(), wanted);
    }

    @GetMapping("/{job}")
    JobPage get(@PathVariable String registry, @PathVariable String job) {
        JobDetail detail = on(registry).jobs().detail(job);
        JobOverview overview = detail.overview();
        return new JobPage(
                JobRow.of(overview),
                detail.type(),
                overview.configurationVersion(),
                detail.leader(),
                overview.epoch(),
                detail.pendingInstances(),
                overview.instances(),
                detail.overdue(),
                overview.epoch().isPresent()
                        && overview.configuration()
                                .map(JobConfiguration::isMonitorExecution)
                                .orElse(false),
                ManualRun.latest(detail.items()));
    }

    @DeleteMapping("/{job}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void remove(@PathVariable String registry, @PathVariable String job) {
        on(registry).jobConfiguration().removeJobConfiguration(job);
    }

    @PostMapping("/{job}/runs")
    @ResponseStatus(HttpStatus.ACCEPTED)
    RunRequest trigger(@PathVariable String registry, @PathVariable String job) {
        return on(registry).jobOperate().requestRun(job);
    }

    @PutMapping("/{job}/state")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void setEnabled(@PathVariable String registry, @PathVariable String job, @RequestBody Switch body) {
        switchServers(registry, job, null, body);
    }

    @DeleteMapping("/{job}/instances")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void shutDown(@PathVariable String registry, @PathVariable String job) {
        on(registry).jobOperate().shutdown(job, null);
    }

    @GetMapping("/{job}/items")
    PageView<ItemView> items(
            @PathVariable String registry,
            @PathVariable String job,
            @RequestParam(required = false) ShardingStatus status,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "200") int size) {
        PageRequest wanted = new PageRequest(page, size);
        List<ItemView> items = on(registry).jobs().detail(job).items().stream()
                .filter(item -> status == null || item.status() == status)
                .toList();
        return PageView.of(items, wanted);
    }

    @PutMapping("/{job}/items/{item}/state")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void setItemEnabled(
            @PathVariable String registry,
            @PathVariable String job,
            @PathVariable String item,
            @RequestBody Switch body) {
        if (body.isOn()) {
            on(registry).shardingOperate().enable(job, item);
        } else {
            on(registry).shardingOperate().disable(job, item);
        }
    }

    @GetMapping("/{job}/servers")
    List<JobServer> servers(@PathVariable String registry, @PathVariable String job) {
        JobOverview overview = on(registry).jobs().overview(job);
        List<JobServer> result = new ArrayList<>();
        overview.servers()
                .forEach((server, enabled) -> result.add(new JobServer(
                        server,
                        enabled,
                        overview.instances().stream()
                                .filter(id -> InstanceIds.address(id).equals(server))
                                .toList())));
        return result;
    }

    @PutMapping("/{job}/servers/{server}/state")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void setServerEnabled(
            @PathVariable String registry,
            @PathVariable String job,
            @PathVariable String server,
            @RequestBody Switch body) {
        switchServers(registry, job, server, body);
    }

    @DeleteMapping("/{job}/servers/{server}/instances")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void shutDownServer(@PathVariable String registry, @PathVariable String job, @PathVariable String server) {
        on(registry).jobOperate().shutdown(job, server);
    }

    @DeleteMapping("/{job}/servers/{server}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void removeServer(@PathVariable String registry, @PathVariable String job, @PathVariable String server) {
        on(registry).jobOperate().remove(job, server);
    }

    /**
     * Requests a dump. Server names come from the registry, where other applications can write, so the address is checked
     * first.
     */
    @GetMapping(path = "/{job}/servers/{server}/dump", produces = MediaType.TEXT_PLAIN_VALUE)
    String dump(
            @PathVariable String registry,
            @PathVariable String job,
            @PathVariable String server,
            @RequestParam int port)
            throws IOException {
        if (!HostAndPort.isLiteral(server)) {
            throw new IllegalArgumentException("Server '" + server + "' is no IP address; only those are dumped");
        }
        addresses.require("Dump", server, port);
        return on(registry).jobOperate().dump(job, server, port);
    }

    private void switchServers(String registry, String job, String server, Switch body) {
        if (body.isOn()) {
            on(registry).jobOperate().enable(job, server);
        } else {
            on(registry).jobOperate().disable(job, server);
        }
    }

    private RegistryOperations on(String registry) {
        return registries.operations(registry);
    }
}
