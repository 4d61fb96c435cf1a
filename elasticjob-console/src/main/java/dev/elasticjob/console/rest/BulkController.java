package dev.elasticjob.console.rest;

import dev.elasticjob.console.audit.AuditDetails;
import dev.elasticjob.console.registry.Registries;
import dev.elasticjob.console.security.Access;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.lifecycle.api.OperationException;
import dev.elasticjob.lifecycle.view.JobOverview;
import dev.elasticjob.registry.RegistryException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Applies an operation to many jobs or servers. Each one succeeds or fails individually; the response lists the outcomes. */
@RestController
@RequestMapping(Access.API + "/registries/{registry}/bulk")
class BulkController {

    private static final int MOST = 1_000;

    private final Registries registries;

    BulkController(Registries registries) {
        this.registries = registries;
    }

    enum JobOperation {
        TRIGGER,
        ENABLE,
        DISABLE,
        SHUTDOWN
    }

    enum ServerOperation {
        ENABLE,
        DISABLE,
        SHUTDOWN
    }

    record OnJobs(JobOperation operation, List<String> jobs) {}

    record OnServers(ServerOperation operation, List<String> servers) {}

    record Jobs(List<String> jobs) {}

    record Servers(List<String> servers) {}

    /** @param problem reason of the failure; empty if the operation succeeded */
    record Outcome(String name, boolean done, String problem) {}

    record Result(int done, int failed, List<Outcome> outcomes) {}

    @PostMapping("/jobs")
    Result jobs(@PathVariable String registry, @RequestBody OnJobs body, HttpServletRequest request) {
        RegistryOperations operations = registries.operations(registry);
        return each("jobs", required(body.operation()), body.jobs(), request, job -> {
            switch (body.operation()) {
                case TRIGGER -> operations.jobOperate().trigger(job);
                case ENABLE -> operations.jobOperate().enable(job, null);
                case DISABLE -> operations.jobOperate().disable(job, null);
                case SHUTDOWN -> operations.jobOperate().shutdown(job, null);
            }
        });
    }

    @PostMapping("/jobs/removal")
    Result removeJobs(@PathVariable String registry, @RequestBody Jobs body, HttpServletRequest request) {
        RegistryOperations operations = registries.operations(registry);
        return each("jobs", "REMOVE", body.jobs(), request, operations.jobConfiguration()::removeJobConfiguration);
    }

    @PostMapping("/servers")
    Result servers(@PathVariable String registry, @RequestBody OnServers body, HttpServletRequest request) {
        RegistryOperations operations = registries.operations(registry);
        Map<String, List<String>> jobsOf = jobsByServer(operations);
        return each("servers", required(body.operation()), body.servers(), request, server -> {
            for (String job : jobsOn(jobsOf, server)) {
                switch (body.operation()) {
                    case ENABLE -> operations.jobOperate().enable(job, server);
                    case DISABLE -> operations.jobOperate().disable(job, server);
                    case SHUTDOWN -> operations.jobOperate().shutdown(job, server);
                }
            }
        });
    }

    @PostMapping("/servers/removal")
    Result removeServers(@PathVariable String registry, @RequestBody Servers body, HttpServletRequest request) {
        RegistryOperations operations = registries.operations(registry);
        Map<String, List<String>> jobsOf = jobsByServer(operations);
        return each(
                "servers",
                "REMOVE",
                body.servers(),
                request,
                server -> jobsOn(jobsOf, server)
                        .forEach(job -> operations.jobOperate().remove(job, server)));
    }

    /** Reads all jobs once. Reading them for each server would take minutes with thousands of jobs and servers. */
    private static Map<String, List<String>> jobsByServer(RegistryOperations operations) {
        Map<String, List<String>> result = new LinkedHashMap<>();
        for (JobOverview job : operations.jobs().overviews()) {
            job.servers()
                    .keySet()
                    .forEach(server -> result.computeIfAbsent(server, none -> new ArrayList<>())
                            .add(job.jobName()));
        }
        return result;
    }

    private static List<String> jobsOn(Map<String, List<String>> jobsOf, String server) {
        List<String> jobs = jobsOf.get(server);
        if (jobs == null) {
            throw new OperationException(
                    OperationException.Kind.NOT_FOUND, "No job has a server '" + server + "'; check its address");
        }
        return jobs;
    }

    private static String required(Enum<?> operation) {
        if (operation == null) {
            throw new IllegalArgumentException("operation is missing; the description of the API lists them");
        }
        return operation.name();
    }

    private static Result each(
            String what, String operation, List<String> names, HttpServletRequest request, Consumer<String> action) {
        if (names == null || names.isEmpty() || names.size() > MOST) {
            throw new IllegalArgumentException(
                    what + " has " + (names == null ? 0 : names.size()) + " names; send 1 to " + MOST + " at a time");
        }
        AuditDetails.add(request, "operation", operation);
        AuditDetails.add(request, what, names);
        List<Outcome> outcomes = new ArrayList<>();
        String outage = "";
        for (String name : names) {
            if (!outage.isEmpty()) {
                outcomes.add(new Outcome(name, false, "Not attempted: " + outage));
                continue;
            }
            try {
                action.accept(name);
                outcomes.add(new Outcome(name, true, ""));
            } catch (RegistryException unreachable) {
                // Remaining names fail at once; otherwise each would wait for the registry until its deadline.
                outage = unreachable.getMessage();
                outcomes.add(new Outcome(name, false, outage));
            } catch (OperationException failed) {
                outage = failed.kind() == OperationException.Kind.UNKNOWN_OUTCOME ? failed.getMessage() : "";
                outcomes.add(new Outcome(name, false, failed.getMessage()));
            } catch (IllegalArgumentException wrong) {
                outcomes.add(new Outcome(name, false, wrong.getMessage()));
            }
        }
        int done = (int) outcomes.stream().filter(Outcome::done).count();
        AuditDetails.add(request, "failed", outcomes.size() - done);
        return new Result(done, outcomes.size() - done, outcomes);
    }
}
