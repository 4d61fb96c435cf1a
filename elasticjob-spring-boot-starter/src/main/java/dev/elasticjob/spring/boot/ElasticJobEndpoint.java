package dev.elasticjob.spring.boot;

import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** Actuator endpoint with the jobs of this process: {@code GET /actuator/elasticjob}. It is read-only. */
@Endpoint(id = "elasticjob")
public class ElasticJobEndpoint {

    private final JobsReport report;

    public ElasticJobEndpoint(JobsReport report) {
        this.report = report;
    }

    @ReadOperation
    public Map<String, Object> jobs() {
        return Map.of("registries", report.registries());
    }
}
