package dev.elasticjob.console.rest;

import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.registry.RegistryView;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.lifecycle.domain.JobBriefInfo.JobStatus;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.lifecycle.view.OverdueJob;
import dev.elasticjob.lifecycle.view.OverdueJobs;
import jakarta.servlet.http.HttpServletRequest;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
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
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Endpoints for the list of registries, and for each registry as a whole. */
@RestController
@RequestMapping(Access.API + "/registries")
class RegistryController {

    private final Registries registries;
    private final EventStreams streams;

    RegistryController(Registries registries, EventStreams streams) {
        this.registries = registries;
        this.streams = streams;
    }

    /**
     * A registry to add.
     *
     * @param servers {@code host1:2181,host2:2181}, or the JDBC URL of a database
     * @param digest credentials {@code user:password}, which are stored sealed and never displayed
     */
    record NewRegistry(String name, String servers, String namespace, String digest) {}

    record RegistryTest(String servers, String namespace, String digest) {}

    /** @param namespaceExists whether the namespace exists; otherwise it is created when the registry is connected */
    record TestResult(boolean reachable, boolean namespaceExists) {}

    /** @param staleServers number of servers without an instance of any job */
    record Summary(int jobs, Map<JobStatus, Integer> jobsByStatus, int servers, int staleServers, int instances) {}

    @GetMapping
    List<RegistryView> list() {
        return registries.list();
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    RegistryView add(@RequestBody NewRegistry body, HttpServletRequest request) {
        AuditDetails.add(
                request, "registry", body.name() + " at " + withoutSecrets(body.servers()) + "/" + body.namespace());
        return registries.add(body.name(), body.servers(), body.namespace(), body.digest());
    }

    /** Removes options and user from the address of a database, which is recorded before it is checked. */
    private static String withoutSecrets(String servers) {
        return servers != null && servers.startsWith("jdbc:")
                ? servers.replaceFirst("[?;].*", "").replaceFirst("//[^/]*@", "//")
                : servers;
    }

    @PostMapping("/test")
    TestResult test(@RequestBody RegistryTest body, HttpServletRequest request) {
        AuditDetails.add(request, "registry", withoutSecrets(body.servers()) + "/" + body.namespace());
        return new TestResult(true, registries.test(body.servers(), body.namespace(), body.digest()));
    }

    @GetMapping("/{registry}")
    RegistryView get(@PathVariable String registry) {
        return registries.view(registry);
    }

    @DeleteMapping("/{registry}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@PathVariable String registry) {
        registries.delete(registry);
    }

    @PutMapping("/{registry}/connection")
    RegistryView connect(@PathVariable String registry) {
        return registries.connect(registry);
    }

    @DeleteMapping("/{registry}/connection")
    RegistryView disconnect(@PathVariable String registry) {
        return registries.disconnect(registry);
    }

    @GetMapping("/{registry}/summary")
    Summary summary(@PathVariable String registry) {
        Map<JobStatus, Integer> byStatus = new EnumMap<>(JobStatus.class);
        TreeSet<String> servers = new TreeSet<>();
        TreeSet<String> alive = new TreeSet<>();
        int instances = 0;
        List<JobOverview> jobs = registries.operations(registry).jobs().overviews();
        for (JobOverview job : jobs) {
            byStatus.merge(job.status(), 1, Integer::sum);
            servers.addAll(job.servers().keySet());
            job.instances().forEach(id -> alive.add(InstanceIds.address(id)));
            instances += job.instances().size();
        }
        int stale = (int) servers.stream().filter(each -> !alive.contains(each)).count();
        return new Summary(jobs.size(), byStatus, servers.size(), stale, instances);
    }

    /**
     * Jobs that missed a fire.
     *
     * @param asOf time of the evaluation
     * @param graceSeconds period after which a fire is overdue
     * @param watched number of jobs that were evaluated
     * @param unknown number of jobs with a cron expression that could not be evaluated because their starts are not recorded
     */
    record Overdue(
            Instant asOf,
            long graceSeconds,
            int watched,
            int unknown,
            List<OverdueJob> items,
            int page,
            int size,
            int total) {}

    @GetMapping("/{registry}/overdue")
    Overdue overdue(
            @PathVariable String registry,
            @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "50") int size) {
        PageRequest wanted = new PageRequest(page, size);
        OverdueJobs found = registries.operations(registry).jobs().overdue();
        return new Overdue(
                found.asOf(),
                found.grace().toSeconds(),
                found.watched(),
                found.unknown(),
                wanted.of(found.jobs()),
                page,
                size,
                found.jobs().size());
    }

    @GetMapping(path = "/{registry}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    SseEmitter events(
            @PathVariable String registry,
            @RequestParam(required = false) String dataSource,
            HttpServletRequest request) {
        return streams.open(registry, Optional.ofNullable(dataSource), request);
    }
}
