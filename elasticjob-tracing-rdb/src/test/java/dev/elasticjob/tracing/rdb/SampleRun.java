package dev.elasticjob.tracing.rdb;

import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Sends a listener the events that an engine would send. */
final class SampleRun {

    final String jobName;
    final String instanceId;
    final int items;
    final Instant scheduled;
    final RunSource source;
    final int attempt;

    private SampleRun(String jobName, String instanceId, int items, Instant scheduled, RunSource source, int attempt) {
        this.jobName = jobName;
        this.instanceId = instanceId;
        this.items = items;
        this.scheduled = scheduled;
        this.source = source;
        this.attempt = attempt;
    }

    static SampleRun of(String jobName, int items, Instant scheduled) {
        return new SampleRun(jobName, "10.0.0.1@-@99-abcd", items, scheduled, RunSource.NORMAL_TRIGGER, 1);
    }

    SampleRun on(String instance) {
        return new SampleRun(jobName, instance, items, scheduled, source, attempt);
    }

    SampleRun because(RunSource why) {
        return new SampleRun(jobName, instanceId, items, scheduled, why, attempt);
    }

    SampleRun attempt(int number) {
        return new SampleRun(jobName, instanceId, items, scheduled, source, number);
    }

    String taskId() {
        return jobName + "@-@"
                + IntStream.range(0, items).mapToObj(String::valueOf).collect(Collectors.joining(",")) + "@-@READY@-@"
                + instanceId;
    }

    JobEvent.Run run(int item) {
        return new JobEvent.Run(
                "cron-" + scheduled.toEpochMilli(),
                taskId(),
                instanceId,
                instanceId.substring(0, instanceId.indexOf('@')),
                item,
                items,
                source,
                scheduled.plusMillis(5),
                Optional.of(scheduled),
                attempt,
                scheduled.toEpochMilli());
    }

    JobEvent started(int item) {
        return new JobEvent.Started(jobName, scheduled.plusMillis(5), run(item));
    }

    JobEvent finished(int item) {
        return new JobEvent.Finished(jobName, scheduled.plusMillis(105), run(item));
    }

    JobEvent failed(int item, Throwable cause) {
        return new JobEvent.Failed(jobName, scheduled.plusMillis(105), run(item), cause);
    }

    JobEvent failedOver(int item, String lostInstance) {
        return new JobEvent.FailedOver(jobName, scheduled.plusMillis(6), run(item), lostInstance);
    }

    JobEvent state(JobEvent.TaskState state, Map<Integer, Throwable> causes) {
        JobEvent.Task task = new JobEvent.Task(
                taskId(),
                instanceId,
                "10.0.0.1",
                IntStream.range(0, items).boxed().collect(Collectors.toCollection(TreeSet::new)),
                source);
        return new JobEvent.TaskChanged(jobName, scheduled.plusMillis(4), task, state, "", causes);
    }

    /** Sends the events of a complete run of all its items. */
    void wholeRun(TracingListener listener) {
        listener.onEvent(state(JobEvent.TaskState.STAGING, Map.of()));
        listener.onEvent(state(JobEvent.TaskState.RUNNING, Map.of()));
        for (int item = 0; item < items; item++) {
            listener.onEvent(started(item));
        }
        for (int item = 0; item < items; item++) {
            listener.onEvent(finished(item));
        }
        listener.onEvent(state(JobEvent.TaskState.FINISHED, Map.of()));
    }
}
