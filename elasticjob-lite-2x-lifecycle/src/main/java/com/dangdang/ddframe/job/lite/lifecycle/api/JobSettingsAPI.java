package com.dangdang.ddframe.job.lite.lifecycle.api;

import com.dangdang.ddframe.job.lite.lifecycle.domain.JobSettings;

/** Settings of jobs. */
public interface JobSettingsAPI {

    JobSettings getJobSettings(String jobName);

    void updateJobSettings(JobSettings jobSettings);

    /** Deletes the job. */
    void removeJobSettings(String jobName);
}
