package dev.elasticjob.tracing;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Something that happened to a job on this instance. */
public sealed interface JobEvent {

    String jobName();

    /** When, by this process's clock. */
    Instant at();

    /**
     * The run of an item.
     *
     * @param runId the same for all items of one run, over all instances
     * @param begunAt when its code began, by this process's clock
     * @param scheduledAt the cron instant; empty for one-off and manual runs
     */
    record Run(
            String runId,
            String taskId,
            String instanceId,
            String serverIp,
            int item,
            int total,
            RunSource source,
            Instant begunAt,
            Optional<Instant> scheduledAt,
            int attempt,
            long token) {}

    /**
     * The items that an instance starts together.
     *
     * @param taskId not different for every run: the same items on the same instance have the same
     */
    record Task(String taskId, String instanceId, String serverIp, SortedSet<Integer> items, RunSource source) {
        public Task {
            items = Collections.unmodifiableSortedSet(new TreeSet<>(items));
        }
    }

    /** How far a task has come. */
    enum TaskState {
        /** Its start is recorded; its code has not begun. */
        STAGING,
        /** The code of its first item has begun. */
        RUNNING,
        /** All items have returned. */
        FINISHED,
        /** An item was given up before its end, or never begun. */
        FAILED,
        /** The code of an item threw. */
        ERROR
    }

    /**
     * A task has come to another state.
     *
     * @param message for people; may be empty
     * @param causes what items threw
     */
    record TaskChanged(
            String jobName, Instant at, Task task, TaskState state, String message, Map<Integer, Throwable> causes)
            implements JobEvent {
        public TaskChanged {
            causes = Map.copyOf(causes);
        }
    }

    /** An item was started: its mark is in the registry, its code is about to run. */
    record Started(String jobName, Instant at, Run run) implements JobEvent {}

    /** An item's code returned. */
    record Finished(String jobName, Instant at, Run run) implements JobEvent {}

    /** An item's code threw. */
    record Failed(String jobName, Instant at, Run run, Throwable cause) implements JobEvent {}

    /** An item's run was given up before its end. */
    record Abandoned(String jobName, Instant at, Run run, String reason) implements JobEvent {}

    /** A cron instant fell due while the item was running; it is made up for when {@code toBeRun}. */
    record Misfired(String jobName, Instant at, int item, Instant scheduledAt, boolean toBeRun) implements JobEvent {}

    /** A run whose instance was lost was taken over by this one. */
    record FailedOver(String jobName, Instant at, Run run, String lostInstanceId) implements JobEvent {}

    /** A cron instant was not run and will not be. */
    record Missed(String jobName, Instant at, int item, Instant scheduledAt, String reason) implements JobEvent {}

    /** The items were shared out anew. */
    record Resharded(String jobName, Instant at, long epoch, int total, List<String> instanceIds) implements JobEvent {
        public Resharded {
            instanceIds = List.copyOf(instanceIds);
        }
    }

    /** This instance leads the job from now on: it assigns items and offers lost runs. */
    record BecameLeader(String jobName, Instant at, String instanceId) implements JobEvent {}

    /** An instance is no longer a member: it left, or its session was lost. Published by the leader. */
    record InstanceLost(String jobName, Instant at, String instanceId) implements JobEvent {}

    /** The registry does not answer: nothing is started until {@link Resumed}. */
    record Suspended(String jobName, Instant at) implements JobEvent {}

    /** The registry answers again. */
    record Resumed(String jobName, Instant at) implements JobEvent {}

    /** Something an operator should know, with the way out. */
    record Reported(String jobName, Instant at, String message) implements JobEvent {}
}
