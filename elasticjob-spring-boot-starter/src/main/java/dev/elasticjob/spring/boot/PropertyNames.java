package dev.elasticjob.spring.boot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** How properties are spelt. */
final class PropertyNames {

    private static final String JOBS = ElasticJobProperties.PREFIX + ".jobs";

    private PropertyNames() {}

    /** Where a setting of a job is, {@code elasticjob.jobs.name.sharding-total-count}. */
    static String ofJob(String jobName, String setting) {
        String key = jobName.matches("[\\w-]+") ? "." + jobName : "[" + jobName + "]";
        return JOBS + key + "." + kebab(setting);
    }

    static String ofRegCenter(String setting) {
        return ElasticJobProperties.PREFIX + ".reg-center." + kebab(setting);
    }

    static String kebab(String camel) {
        return camel.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /**
     * The jobs, without those that are there only because an environment variable names another one's setting: in a variable
     * {@code myJob} is {@code MYJOB}, which comes out as a second job {@code myjob}.
     */
    static <T> Map<String, T> withoutShadows(Map<String, T> jobs) {
        Map<String, T> result = new LinkedHashMap<>(jobs);
        result.keySet()
                .removeIf(name -> name.equals(uniform(name))
                        && jobs.keySet().stream()
                                .anyMatch(other ->
                                        !other.equals(name) && uniform(other).equals(name)));
        return result;
    }

    private static String uniform(String name) {
        return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }
}
