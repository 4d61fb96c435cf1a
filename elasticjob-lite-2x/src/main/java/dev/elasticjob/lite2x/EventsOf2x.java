package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.context.ExecutionType;
import com.dangdang.ddframe.job.event.type.JobExecutionEvent;
import com.dangdang.ddframe.job.event.type.JobExecutionEvent.ExecutionSource;
import com.dangdang.ddframe.job.event.type.JobExecutionEventThrowable;
import com.dangdang.ddframe.job.event.type.JobStatusTraceEvent;
import com.dangdang.ddframe.job.event.type.JobStatusTraceEvent.Source;
import com.dangdang.ddframe.job.event.type.JobStatusTraceEvent.State;
import com.dangdang.ddframe.job.exception.ExceptionUtil;
import com.dangdang.ddframe.job.util.env.IpUtils;
import dev.elasticjob.api.RunSource;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.JobEvent.TaskState;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Converts events between this engine and 2.x. */
public final class EventsOf2x {

    private static final String STATE_PREFIX = "TASK_";
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    private EventsOf2x() {}

    // ---- to 2.x ----

    static JobExecutionEvent started(JobEvent.Started event) {
        JobEvent.Run run = event.run();
        return new JobExecutionEvent(
                UUID.randomUUID().toString(),
                IpUtils.getHostName(),
                run.serverIp(),
                run.taskId(),
                event.jobName(),
                source(run.source()),
                run.item(),
                Date.from(run.begunAt()),
                null,
                false,
                null);
    }

    static JobExecutionEvent ended(JobExecutionEvent started, Instant at, Optional<Throwable> cause) {
        return new JobExecutionEvent(
                started.getId(),
                started.getHostname(),
                started.getIp(),
                started.getTaskId(),
                started.getJobName(),
                started.getSource(),
                started.getShardingItem(),
                started.getStartTime(),
                Date.from(at),
                cause.isEmpty(),
                cause.map(JobExecutionEventThrowable::new).orElse(null));
    }

    static JobStatusTraceEvent changed(JobEvent.TaskChanged event) {
        return new JobStatusTraceEvent(
                UUID.randomUUID().toString(),
                event.jobName(),
                "",
                event.task().taskId(),
                event.task().serverIp(),
                Source.LITE_EXECUTOR,
                event.task().source() == RunSource.FAILOVER ? ExecutionType.FAILOVER : ExecutionType.READY,
                event.task().items().toString(),
                State.valueOf(STATE_PREFIX + event.state().name()),
                message(event),
                Date.from(event.at()));
    }

    private static String message(JobEvent.TaskChanged event) {
        if (event.causes().isEmpty()) {
            return event.message();
        }
        Map<Integer, String> causes = new TreeMap<>();
        event.causes().forEach((item, cause) -> causes.put(item, ExceptionUtil.transform(cause)));
        return causes.toString();
    }

    private static ExecutionSource source(RunSource source) {
        return switch (source) {
            case MISFIRE -> ExecutionSource.MISFIRE;
            case FAILOVER -> ExecutionSource.FAILOVER;
            default -> ExecutionSource.NORMAL_TRIGGER;
        };
    }

    // ---- from 2.x ----

    /** Converts an event that an application created. */
    public static JobEvent from(JobExecutionEvent event) {
        JobEvent.Run run = new JobEvent.Run(
                event.getId(),
                event.getTaskId(),
                event.getIp(),
                event.getIp(),
                event.getShardingItem(),
                1,
                RunSource.valueOf(event.getSource().name()),
                event.getStartTime().toInstant(),
                Optional.empty(),
                1,
                0);
        if (event.getCompleteTime() == null) {
            return new JobEvent.Started(event.getJobName(), run.begunAt(), run);
        }
        Instant at = event.getCompleteTime().toInstant();
        return event.isSuccess()
                ? new JobEvent.Finished(event.getJobName(), at, run)
                : new JobEvent.Failed(event.getJobName(), at, run, new Recorded(event.getFailureCause()));
    }

    /** Converts an event that an application created. */
    public static JobEvent from(JobStatusTraceEvent event) {
        SortedSet<Integer> items = new TreeSet<>();
        Matcher numbers = NUMBER.matcher(event.getShardingItems());
        while (numbers.find()) {
            items.add(Integer.valueOf(numbers.group()));
        }
        RunSource source =
                event.getExecutionType() == ExecutionType.FAILOVER ? RunSource.FAILOVER : RunSource.NORMAL_TRIGGER;
        return new JobEvent.TaskChanged(
                event.getJobName(),
                event.getCreationTime().toInstant(),
                new JobEvent.Task(event.getTaskId(), event.getSlaveId(), event.getSlaveId(), items, source),
                state(event.getState()),
                event.getMessage(),
                Map.of());
    }

    private static TaskState state(State state) {
        return switch (state) {
            case TASK_STAGING -> TaskState.STAGING;
            case TASK_RUNNING -> TaskState.RUNNING;
            case TASK_FINISHED -> TaskState.FINISHED;
            case TASK_ERROR -> TaskState.ERROR;
            default -> TaskState.FAILED;
        };
    }

    /** A failure of which only the text is known. */
    private static final class Recorded extends Exception {

        private static final long serialVersionUID = 1L;

        Recorded(String text) {
            super(text, null, false, false);
        }

        @Override
        public void printStackTrace(PrintWriter writer) {
            writer.print(getMessage());
        }
    }
}
