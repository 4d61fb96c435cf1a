package com.dangdang.ddframe.job.lite.internal.schedule;

import dev.elasticjob.lite2x.LiteJob;

/** Controls a job in this process. */
public final class JobScheduleController {

    private final JobRegistry registry;
    private final LiteJob job;

    JobScheduleController(JobRegistry registry, LiteJob job) {
        this.registry = registry;
        this.job = job;
    }

    /** Changes the cron expression of the job in the registry, and so for all instances. */
    public synchronized void rescheduleJob(String cron) {
        job.reschedule(cron);
    }

    public synchronized boolean isPaused() {
        return job.isPaused();
    }

    /** Skips the runs of this instance from now on. Its items stay assigned to it and are not run elsewhere. */
    public synchronized void pauseJob() {
        job.pause();
    }

    public synchronized void resumeJob() {
        job.resume();
    }

    /** Runs the items of this instance once, immediately. While the job is paused, the run waits for {@link #resumeJob()}. */
    public synchronized void triggerJob() {
        job.trigger();
    }

    /** Leaves the job and waits until running items have ended. */
    public synchronized void shutdown() {
        registry.forget(job);
        job.shutdown();
    }
}
