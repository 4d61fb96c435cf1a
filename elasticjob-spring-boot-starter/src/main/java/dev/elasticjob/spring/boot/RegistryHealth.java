package dev.elasticjob.spring.boot;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Health of the registries, independent of the version of Spring Boot.
 *
 * @param isUp whether every registry with jobs responds
 * @param isKnown whether there is any job whose session shows the state
 */
record RegistryHealth(boolean isUp, boolean isKnown, Map<String, Object> details) {

    static RegistryHealth of(JobsReport report) {
        boolean isUp = true;
        boolean isKnown = false;
        Map<String, Object> details = new LinkedHashMap<>();
        for (Map.Entry<String, JobsReport.Registry> each : report.registries().entrySet()) {
            JobsReport.Registry registry = each.getValue();
            boolean hasJobs = !registry.jobs().isEmpty();
            isKnown |= hasJobs;
            isUp &= !hasJobs || registry.isConnected();
            details.put(
                    each.getKey(),
                    Map.of(
                            "registry", registry.description(),
                            "connected", registry.isConnected(),
                            "jobs", registry.jobs().size()));
        }
        return new RegistryHealth(isUp, isKnown, details);
    }
}
