package dev.elasticjob.scheduler;

import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.type.VisibleText;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the events of a job that an operator needs: one line for each, with the job, the items, the actor and the reason. */
final class EventLog implements Consumer<JobEvent> {

    private static final Logger LOG = LoggerFactory.getLogger(EventLog.class);

    @Override
    public void accept(JobEvent event) {
        String job = event.jobName();
        if (event instanceof JobEvent.BecameLeader leader) {
            LOG.info("Became leader of job '{}' as {}", job, leader.instanceId());
        } else if (event instanceof JobEvent.InstanceLost lost) {
            LOG.warn(
                    "Job '{}': instance {} left or was lost; its items are assigned to other instances",
                    job,
                    lost.instanceId());
        } else if (event instanceof JobEvent.Resharded resharded) {
            LOG.info(
                    "Job '{}': assigned {} items to {} (epoch {})",
                    job,
                    resharded.total(),
                    resharded.instanceIds(),
                    resharded.epoch());
        } else if (event instanceof JobEvent.FailedOver failedOver) {
            logFailedOver(job, failedOver);
        } else if (event instanceof JobEvent.Failed failed) {
            // The error handler decides how severe it is.
            LOG.info(
                    "Job '{}': item {} failed in run {}: attempt {}, token {}: {}",
                    job,
                    failed.run().item(),
                    failed.run().runId(),
                    failed.run().attempt(),
                    failed.run().token(),
                    String.valueOf(failed.cause()));
        } else if (event instanceof JobEvent.Abandoned abandoned) {
            LOG.warn(
                    "Job '{}': item {} was abandoned in run {}: {}",
                    job,
                    abandoned.run().item(),
                    abandoned.run().runId(),
                    abandoned.reason());
        } else if (event instanceof JobEvent.Reported reported) {
            // The message may quote texts of the registry, which another party can have written.
            LOG.warn("Job '{}': {}", job, VisibleText.of(reported.message()));
        } else if (event instanceof JobEvent.Missed missed) {
            LOG.warn(
                    "Job '{}': item {} was not run for {}: {}",
                    job,
                    missed.item(),
                    missed.scheduledAt(),
                    missed.reason());
        } else {
            LOG.debug("{}", event);
        }
    }

    private static void logFailedOver(String job, JobEvent.FailedOver event) {
        LOG.warn(
                "Job '{}': item {} failed over from {} to {}: run {}, attempt {}, token {}",
                job,
                event.run().item(),
                event.lostInstanceId(),
                event.run().instanceId(),
                event.run().runId(),
                event.run().attempt(),
                event.run().token());
    }
}
