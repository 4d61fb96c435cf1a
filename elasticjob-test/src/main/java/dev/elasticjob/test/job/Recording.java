package dev.elasticjob.test.job;

import dev.elasticjob.tracing.JobEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Events of all instances of a cluster. */
final class Recording {

    /** End of an item's code. */
    record End(String instance, Optional<Throwable> failure) {}

    private final Map<String, Map<Integer, End>> endsByRun = new HashMap<>();
    private final Map<String, Integer> membersByJob = new HashMap<>();
    private final List<JobEvent> events = new ArrayList<>();

    /** Storage of one instance, which records events with the name of the instance. */
    record OfInstance(Recording all, String instance) {}

    synchronized void add(String instance, JobEvent event) {
        events.add(event);
        if (event instanceof JobEvent.Finished finished) {
            end(finished.run(), new End(instance, Optional.empty()));
        } else if (event instanceof JobEvent.Failed failed) {
            end(failed.run(), new End(instance, Optional.of(failed.cause())));
        } else if (event instanceof JobEvent.Resharded resharded) {
            membersByJob.put(event.jobName(), resharded.instanceIds().size());
        }
        notifyAll();
    }

    private void end(JobEvent.Run run, End end) {
        endsByRun.computeIfAbsent(run.runId(), id -> new HashMap<>()).put(run.item(), end);
    }

    synchronized Map<Integer, End> ends(String runId) {
        return Map.copyOf(endsByRun.getOrDefault(runId, Map.of()));
    }

    /** Returns the number of instances to which the items were last assigned. */
    synchronized int members(String jobName) {
        return membersByJob.getOrDefault(jobName, 0);
    }

    synchronized List<JobEvent> events() {
        return List.copyOf(events);
    }
}
