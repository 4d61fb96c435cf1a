package dev.elasticjob.test.job;

import dev.elasticjob.scheduler.OneOffResult;
import dev.elasticjob.scheduler.OneOffResult.Outcome;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run of all items of a job, after its end.
 *
 * @param outcomes how each item ended
 * @param instances the instance that each item ended on; without those that were given up
 * @param failures what the code of items threw
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

    /** Whether every item came to its end and none threw. */
    public boolean isSuccess() {
        return outcomes.values().stream().allMatch(Outcome.DONE::equals);
    }
}
