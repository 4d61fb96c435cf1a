package com.dangdang.ddframe.job.lite.internal.schedule;

import com.dangdang.ddframe.job.lite.api.strategy.JobInstance;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import dev.elasticjob.lite2x.LiteJob;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The jobs that this process has started, by name. */
public final class JobRegistry {

    private static final JobRegistry INSTANCE = new JobRegistry();

    private final Map<String, Entry> jobs = new ConcurrentHashMap<>();

    private record Entry(LiteJob job, JobScheduleController controller, CoordinatorRegistryCenter regCenter) {}

    private JobRegistry() {}

    public static JobRegistry getInstance() {
        return INSTANCE;
    }

    /**
     * Adds a job. Called by the adapter.
     *
     * @return action that restores the previous state
     */
    public Runnable registerJob(LiteJob job, CoordinatorRegistryCenter regCenter) {
        Entry added = new Entry(job, new JobScheduleController(this, job), regCenter);
        Entry before = jobs.put(job.jobName(), added);
        return () -> jobs.computeIfPresent(job.jobName(), (name, entry) -> entry == added ? before : entry);
    }

    /** Returns the controller of a job; null if the job was not started here or has been shut down. */
    public JobScheduleController getJobScheduleController(String jobName) {
        Entry entry = jobs.get(jobName);
        return entry == null ? null : entry.controller;
    }

    /** Returns the registry center of a job; null if the job was not started here or has been shut down. */
    public CoordinatorRegistryCenter getRegCenter(String jobName) {
        Entry entry = jobs.get(jobName);
        return entry == null ? null : entry.regCenter;
    }

    /** Returns this process as an instance of the job; null if the job was not started here or has been shut down. */
    public JobInstance getJobInstance(String jobName) {
        Entry entry = jobs.get(jobName);
        return entry == null
                ? null
                : entry.job.instanceId().map(JobInstance::new).orElseGet(JobInstance::new);
    }

    /** Returns whether an item of the job runs in this process. */
    public boolean isJobRunning(String jobName) {
        Entry entry = jobs.get(jobName);
        return entry != null && entry.job.isRunning();
    }

    /** Returns the number of items; 0 if the job was not started here or has been shut down. */
    public int getCurrentShardingTotalCount(String jobName) {
        Entry entry = jobs.get(jobName);
        return entry == null ? 0 : entry.job.total();
    }

    /** Leaves the job. */
    public void shutdown(String jobName) {
        Entry entry = jobs.get(jobName);
        if (entry != null) {
            entry.controller.shutdown();
        }
    }

    public boolean isShutdown(String jobName) {
        return !jobs.containsKey(jobName);
    }

    void forget(LiteJob job) {
        jobs.computeIfPresent(job.jobName(), (name, entry) -> entry.job == job ? null : entry);
    }
}
