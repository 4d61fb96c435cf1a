package dev.elasticjob.scheduler;

import dev.elasticjob.tracing.JobEvent;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Publishes the events of a job to the log and to its histories. Never throws. */
final class JobEvents {

    private final String jobName;
    private final Guard guard;
    private final Supplier<Instant> now;
    private final Consumer<JobEvent> log = new EventLog();
    private volatile Histories.Tracing histories;

    JobEvents(String jobName, Guard guard, Supplier<Instant> now) {
        this.jobName = jobName;
        this.guard = guard;
        this.now = now;
    }

    /** Sets the histories. Until then events are only logged. */
    void publishTo(Histories.Tracing opened) {
        histories = opened;
    }

    void publish(JobEvent event) {
        guard.run(OutgoingCall.HISTORY, () -> log.accept(event));
        publishToHistories(event);
    }

    /** Publishes a message for operators. */
    void report(String message) {
        publish(reported(message));
    }

    /** Publishes a message for operators that is in the log already. */
    void reportLogged(String message) {
        publishToHistories(reported(message));
    }

    private JobEvent reported(String message) {
        return new JobEvent.Reported(jobName, now.get(), message);
    }

    private void publishToHistories(JobEvent event) {
        Histories.Tracing opened = histories;
        if (opened != null) {
            opened.publish(event, guard);
        }
    }

    /** Completes when the histories that no other job uses have written their events and are closed. */
    CompletableFuture<Void> close() {
        CompletableFuture<Void> nothing = CompletableFuture.completedFuture(null);
        Histories.Tracing opened = histories;
        return opened == null ? nothing : guard.get(OutgoingCall.HISTORY_CLOSE, opened::release, nothing);
    }
}
