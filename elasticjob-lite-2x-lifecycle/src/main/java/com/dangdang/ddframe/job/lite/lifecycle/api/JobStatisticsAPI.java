package com.dangdang.ddframe.job.lite.lifecycle.api;

import com.dangdang.ddframe.job.lite.lifecycle.domain.JobBriefInfo;
import java.util.Collection;

/** Views of jobs. */
public interface JobStatisticsAPI {

    int getJobsTotalCount();

    Collection<JobBriefInfo> getAllJobsBriefInfo();

    JobBriefInfo getJobBriefInfo(String jobName);

    /** Returns the jobs of a server. */
    Collection<JobBriefInfo> getJobsBriefInfo(String ip);
}
