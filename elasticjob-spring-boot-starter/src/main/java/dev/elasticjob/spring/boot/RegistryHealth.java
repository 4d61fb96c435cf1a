package dev.elasticjob.spring.boot;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What health says of the registries, in neither line's words.
 *
 * @param isUp whether every registry that jobs run on answers
 * @param isKnown whether there is any job to tell by
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
