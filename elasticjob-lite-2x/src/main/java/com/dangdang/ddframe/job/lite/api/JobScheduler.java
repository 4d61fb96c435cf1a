package com.dangdang.ddframe.job.lite.api;

import com.dangdang.ddframe.job.api.ElasticJob;
import com.dangdang.ddframe.job.event.JobEventConfiguration;
import com.dangdang.ddframe.job.exception.JobConfigurationException;
import com.dangdang.ddframe.job.lite.api.listener.ElasticJobListener;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.reg.base.CoordinatorRegistryCenter;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import com.google.common.base.Optional;
import dev.elasticjob.lite2x.LiteJob;
import java.util.List;

/** Starts a job. */
public class JobScheduler {

    public static final String ELASTIC_JOB_DATA_MAP_KEY = "elasticJob";

    private final CoordinatorRegistryCenter regCenter;
    private final LiteJobConfiguration liteJobConfig;
    private final java.util.Optional<JobEventConfiguration> jobEventConfig;
    private final List<ElasticJobListener> elasticJobListeners;

    public JobScheduler(
            CoordinatorRegistryCenter regCenter,
            LiteJobConfiguration liteJobConfig,
            ElasticJobListener... elasticJobListeners) {
        this(regCenter, liteJobConfig, java.util.Optional.empty(), List.of(elasticJobListeners));
    }

    public JobScheduler(
            CoordinatorRegistryCenter regCenter,
            LiteJobConfiguration liteJobConfig,
            JobEventConfiguration jobEventConfig,
            ElasticJobListener... elasticJobListeners) {
        this(regCenter, liteJobConfig, java.util.Optional.ofNullable(jobEventConfig), List.of(elasticJobListeners));
    }

    private JobScheduler(
            CoordinatorRegistryCenter regCenter,
            LiteJobConfiguration liteJobConfig,
            java.util.Optional<JobEventConfiguration> jobEventConfig,
            List<ElasticJobListener> elasticJobListeners) {
        this.regCenter = regCenter;
        this.liteJobConfig = liteJobConfig;
        this.jobEventConfig = jobEventConfig;
        this.elasticJobListeners = elasticJobListeners;
    }

    /**
     * Registers the job and joins it. The JVM keeps running until the job is shut down.
     *
     * @throws JobConfigurationException if a setting is invalid
     * @throws com.dangdang.ddframe.job.reg.exception.RegException if the registry is not available
     */
    public void init() {
        if (!(regCenter instanceof ZookeeperRegistryCenter center)) {
            throw new JobConfigurationException(
                    "%s",
                    "Job '" + liteJobConfig.getJobName() + "': the registry center is a "
                            + (regCenter == null ? null : regCenter.getClass().getName())
                            + ", which the engine cannot use. Pass a " + ZookeeperRegistryCenter.class.getName() + ".");
        }
        LiteJob job = new LiteJob(center.registry(), liteJobConfig, jobEventConfig, elasticJobListeners);
        // Registered before the start, because the code of the job may access its controller.
        Runnable undo = JobRegistry.getInstance().registerJob(job, regCenter);
        try {
            job.start(createElasticJobInstance().asSet().stream().findFirst());
        } catch (RuntimeException failed) {
            undo.run();
            throw failed;
        }
    }

    /** Returns the object that runs the items; empty to create one from the configured class. */
    protected Optional<ElasticJob> createElasticJobInstance() {
        return Optional.absent();
    }
}
