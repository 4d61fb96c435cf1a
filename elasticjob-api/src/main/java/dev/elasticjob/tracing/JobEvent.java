package dev.elasticjob.tracing;

import dev.elasticjob.api.RunSource;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** Event of a job on this instance. */
public sealed interface JobEvent {

    String jobName();

    /** Returns the time of the event according to the clock of this process. */
    Instant at();

    /**
     * Run of an item.
     *
     * @param runId id that all items of one run share, over all instances
     * @param begunAt when the code of the item started, according to the clock of this process
     * @param scheduledAt fire time; empty for one-off and manual runs
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
     * Items that an instance starts together.
     *
     * @param taskId id of the task; the same items on the same instance have the same id in every run
     */
    record Task(String taskId, String instanceId, String serverIp, SortedSet<Integer> items, RunSource source) {
        public Task {
            items = Collections.unmodifiableSortedSet(new TreeSet<>(items));
        }
    }

    /** State of a task. */
    enum TaskState {
        /** The start is recorded, but the code has not started yet. */
        STAGING,
        /** The code of the first item has started. */
        RUNNING,
        /** All items have returned. */
        FINISHED,
        /** An item was abandoned before its end, or never started. */
        FAILED,
        /** The code of an item threw an exception. */
        ERROR
    }

    /**
     * The state of a task changed.
     *
     * @param message readable description; may be empty
     * @param causes exceptions of the items
     */
    record TaskChanged(
            String jobName, Instant at, Task task, TaskState state, String message, Map<Integer, Throwable> causes)
            implements JobEvent {
        public TaskChanged {
            causes = Map.copyOf(causes);
        }
    }

    /** An item was started: its mark is in the registry, and its code is about to run. */
    record Started(String jobName, Instant at, Run run) implements JobEvent {}

    /** The code of an item returned normally. */
    record Finished(String jobName, Instant at, Run run) implements JobEvent {}

    /** The code of an item threw an exception. */
    record Failed(String jobName, Instant at, Run run, Throwable cause) implements JobEvent {}

    /** The run of an item was abandoned before its end. */
    record Abandoned(String jobName, Instant at, Run run, String reason) implements JobEvent {}

    /** A fire was due while the item was running. It is made up for if {@code toBeRun} is true. */
    record Misfired(String jobName, Instant at, int item, Instant scheduledAt, boolean toBeRun) implements JobEvent {}

    /** A run of a lost instance failed over to this instance. */
    record FailedOver(String jobName, Instant at, Run run, String lostInstanceId) implements JobEvent {}

    /** A fire was not run and will not be made up for. */
    record Missed(String jobName, Instant at, int item, Instant scheduledAt, String reason) implements JobEvent {}

    /** The items were rebalanced. */
    record Resharded(String jobName, Instant at, long epoch, int total, List<String> instanceIds) implements JobEvent {
        public Resharded {
            instanceIds = List.copyOf(instanceIds);
        }
    }

    /** This instance has become the leader of the job: it assigns items and offers lost runs. */
    record BecameLeader(String jobName, Instant at, String instanceId) implements JobEvent {}

    /** An instance is no longer a member: it left, or its session was lost. Published by the leader. */
    record InstanceLost(String jobName, Instant at, String instanceId) implements JobEvent {}

    /** The registry does not respond: no item is started until {@link Resumed}. */
    record Suspended(String jobName, Instant at) implements JobEvent {}

    /** The registry responds again. */
    record Resumed(String jobName, Instant at) implements JobEvent {}

    /** Problem that an operator should know about, with its remedy. */
    record Reported(String jobName, Instant at, String message) implements JobEvent {}
}
