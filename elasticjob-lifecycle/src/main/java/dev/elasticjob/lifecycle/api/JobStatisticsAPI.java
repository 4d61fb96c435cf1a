package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import java.util.Collection;

/** Summaries of jobs. */
public interface JobStatisticsAPI extends AutoCloseable {

    int getJobsTotalCount();

    /** @throws OperationException if the job does not exist */
    JobBriefInfo getJobBriefInfo(String jobName);

    /** Returns all jobs, including damaged ones, ordered by name. */
    Collection<JobBriefInfo> getAllJobsBriefInfo();

    /** Returns the jobs on this server, with their status and number of instances on it. */
    Collection<JobBriefInfo> getJobsBriefInfo(String ip);

    /** Releases the connection if this object holds one. The connection is closed when its last user releases it. */
    @Override
    default void close() {}
}
