package dev.elasticjob.lite2x;

import com.dangdang.ddframe.job.event.JobEventConfiguration;
import com.dangdang.ddframe.job.event.JobEventListener;
import com.dangdang.ddframe.job.event.JobEventListenerConfigurationException;
import com.dangdang.ddframe.job.event.type.JobExecutionEvent;
import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import dev.elasticjob.tracing.TracingListenerFactory;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Passes events of jobs to the application's listener. */
public final class EventTracing implements TracingListenerFactory<JobEventConfiguration> {

    static final String TYPE = "LITE_2X";

    @Override
    public String getType() {
        return TYPE;
    }

    @Override
    public Class<JobEventConfiguration> storageType() {
        return JobEventConfiguration.class;
    }

    @Override
    public TracingListener create(JobEventConfiguration storage) {
        try {
            return new Bridge(storage.createJobEventListener());
        } catch (JobEventListenerConfigurationException unusable) {
            throw new IllegalArgumentException(
                    "The listener of events '" + storage.getIdentity() + "' cannot be created: " + unusable.getCause()
                            + ". Correct the JobEventConfiguration",
                    unusable);
        }
    }

    private record Running(String runId, String jobName, int item) {}

    private static final class Bridge implements TracingListener {

        private final JobEventListener listener;
        private final EventQueue queue = new EventQueue();
        /** Used by the thread of the queue only. */
        private final Map<Running, JobExecutionEvent> running = new HashMap<>();

        Bridge(JobEventListener listener) {
            this.listener = listener;
        }

        @Override
        public void onEvent(JobEvent event) {
            if (isOf2x(event)) {
                queue.add(event.jobName(), () -> deliver(event));
            }
        }

        private static boolean isOf2x(JobEvent event) {
            return event instanceof JobEvent.TaskChanged
                    || event instanceof JobEvent.Started
                    || event instanceof JobEvent.Finished
                    || event instanceof JobEvent.Failed
                    || event instanceof JobEvent.Abandoned;
        }

        private void deliver(JobEvent event) {
            if (event instanceof JobEvent.TaskChanged changed) {
                listener.listen(EventsOf2x.changed(changed));
            } else if (event instanceof JobEvent.Started started) {
                JobExecutionEvent converted = EventsOf2x.started(started);
                running.put(key(event, started.run()), converted);
                listener.listen(converted);
            } else if (event instanceof JobEvent.Finished finished) {
                ended(key(event, finished.run()), event.at(), Optional.empty());
            } else if (event instanceof JobEvent.Failed failed) {
                ended(key(event, failed.run()), event.at(), Optional.of(failed.cause()));
            } else if (event instanceof JobEvent.Abandoned abandoned) {
                ended(
                        key(event, abandoned.run()),
                        event.at(),
                        Optional.of(new InterruptedException("The run was abandoned: " + abandoned.reason())));
            }
        }

        private static Running key(JobEvent event, JobEvent.Run run) {
            return new Running(run.runId(), event.jobName(), run.item());
        }

        private void ended(Running run, Instant at, Optional<Throwable> cause) {
            JobExecutionEvent started = running.remove(run);
            if (started != null) {
                listener.listen(EventsOf2x.ended(started, at, cause));
            }
        }

        @Override
        public void close() {
            queue.close();
        }
    }
}
