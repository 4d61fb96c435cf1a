package dev.elasticjob.spring.boot;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Formats the names of properties. */
final class PropertyNames {

    private static final String JOBS = ElasticJobProperties.PREFIX + ".jobs";

    private PropertyNames() {}

    /** Returns the property of a setting of a job, {@code elasticjob.jobs.name.sharding-total-count}. */
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
     * Returns the jobs without those that exist only because an environment variable names a setting of another job: in a variable
     * {@code myJob} is written as {@code MYJOB}, which is read as a second job {@code myjob}.
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
