package dev.elasticjob.test.job;

import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.OneOffResult.Outcome;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A completed run of all items of a job.
 *
 * @param outcomes outcome of each item
 * @param instances instance on which each item ended; does not contain abandoned items
 * @param failures exceptions thrown by the code of items
 */
public record JobRun(
        SortedMap<Integer, Outcome> outcomes,
        SortedMap<Integer, String> instances,
        SortedMap<Integer, Throwable> failures) {

    static JobRun of(OneOffResult result, Map<Integer, Recording.End> ends) {
        SortedMap<Integer, String> instances = new TreeMap<>();
        SortedMap<Integer, Throwable> failures = new TreeMap<>();
        ends.forEach((item, end) -> {
            instances.put(item, end.instance());
            end.failure().ifPresent(failure -> failures.put(item, failure));
        });
        return new JobRun(new TreeMap<>(result.items()), instances, failures);
    }

    /** Returns whether every item completed and none threw. */
    public boolean isSuccess() {
        return outcomes.values().stream().allMatch(Outcome.DONE::equals);
    }
}
