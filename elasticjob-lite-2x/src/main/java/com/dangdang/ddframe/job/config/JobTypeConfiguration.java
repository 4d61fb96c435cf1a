package com.dangdang.ddframe.job.config;

import com.dangdang.ddframe.job.api.JobType;

/** The settings that depend on the kind of job. */
public interface JobTypeConfiguration {

    JobType getJobType();

    String getJobClass();

    JobCoreConfiguration getCoreConfig();
}
