package dev.elasticjob.tracing;

import java.util.Collection;
import java.util.Set;

/**
 * Selects the jobs whose history is recorded.
 *
 * @param included if not empty, only these jobs are recorded
 * @param excluded jobs that are not recorded
 */
public record TracedJobs(Set<String> included, Set<String> excluded) {

    public static final TracedJobs ALL = new TracedJobs(Set.of(), Set.of());

    public TracedJobs {
        included = Set.copyOf(included);
        excluded = Set.copyOf(excluded);
        if (!included.isEmpty() && !excluded.isEmpty()) {
            throw new IllegalArgumentException("History cannot both include jobs (" + included + ") and exclude jobs ("
                    + excluded + "): name either those to write, or those to leave out");
        }
    }

    public static TracedJobs only(Collection<String> names) {
        return new TracedJobs(Set.copyOf(names), Set.of());
    }

    public static TracedJobs except(Collection<String> names) {
        return new TracedJobs(Set.of(), Set.copyOf(names));
    }

    public boolean contain(String jobName) {
        return included.isEmpty() ? !excluded.contains(jobName) : included.contains(jobName);
    }
}
