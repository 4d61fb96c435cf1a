package dev.elasticjob.scheduler;

import dev.elasticjob.engine.context.LocalRun.Outcome;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.JobEvent.TaskState;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Publishes the progress of items that were started together. */
final class TaskStates {

    private final String jobName;
    private final JobEvent.Task task;
    private final InstantSource clock;
    private final Consumer<JobEvent> history;
    private final AtomicInteger left;
    private final AtomicBoolean begun = new AtomicBoolean();
    private final AtomicInteger givenUp = new AtomicInteger();
    private final Map<Integer, Throwable> causes = new ConcurrentHashMap<>();

    TaskStates(String jobName, JobEvent.Task task, InstantSource clock, Consumer<JobEvent> history) {
        this.jobName = jobName;
        this.task = task;
        this.clock = clock;
        this.history = history;
        left = new AtomicInteger(task.items().size());
    }

    private void publish(TaskState state, String message) {
        history.accept(new JobEvent.TaskChanged(jobName, clock.instant(), task, state, message, causes));
    }

    void staged() {
        publish(TaskState.STAGING, "Job '" + jobName + "' execute begin.");
    }

    /** Publishes the first begin of an item. */
    void began() {
        if (begun.compareAndSet(false, true)) {
            publish(TaskState.RUNNING, "");
        }
    }

    void ended(int item, Outcome outcome, Throwable thrown) {
        if (outcome.isFailure()) {
            causes.put(item, thrown);
        } else if (outcome != Outcome.RETURNED) {
            givenUp.incrementAndGet();
        }
        if (left.decrementAndGet() > 0) {
            return;
        }
        if (!causes.isEmpty()) {
            publish(TaskState.ERROR, "");
        } else if (givenUp.get() > 0) {
            publish(TaskState.FAILED, givenUp + " of its items were given up before their end");
        } else {
            publish(TaskState.FINISHED, "");
        }
    }
}
