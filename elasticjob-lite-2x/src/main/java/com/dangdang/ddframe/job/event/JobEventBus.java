package com.dangdang.ddframe.job.event;

import com.dangdang.ddframe.job.event.type.JobExecutionEvent;
import com.dangdang.ddframe.job.event.type.JobStatusTraceEvent;
import dev.elasticjob.lite2x.EventQueue;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Passes events to a listener on another thread. */
public final class JobEventBus {

    private static final Logger LOG = LoggerFactory.getLogger(JobEventBus.class);

    private final Optional<JobEventListener> listener;
    private final EventQueue queue = new EventQueue();

    /** Creates a bus without a listener. */
    public JobEventBus() {
        listener = Optional.empty();
    }

    public JobEventBus(JobEventConfiguration jobEventConfig) {
        listener = create(jobEventConfig);
    }

    private static Optional<JobEventListener> create(JobEventConfiguration configuration) {
        try {
            return Optional.of(configuration.createJobEventListener());
        } catch (JobEventListenerConfigurationException unusable) {
            LOG.error(
                    "Failed to create the listener of events '{}'; events are discarded",
                    configuration.getIdentity(),
                    unusable);
            return Optional.empty();
        }
    }

    public void post(JobEvent event) {
        listener.ifPresent(receiver -> queue.add(event.getJobName(), () -> deliver(receiver, event)));
    }

    private static void deliver(JobEventListener receiver, JobEvent event) {
        if (event instanceof JobExecutionEvent execution) {
            receiver.listen(execution);
        } else if (event instanceof JobStatusTraceEvent trace) {
            receiver.listen(trace);
        }
    }
}
