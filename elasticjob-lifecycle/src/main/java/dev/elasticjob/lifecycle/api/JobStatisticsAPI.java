package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.JobBriefInfo;
import java.util.Collection;

/** Jobs in short. */
public interface JobStatisticsAPI extends AutoCloseable {

    int getJobsTotalCount();

    /** @throws OperationException when there is no such job */
    JobBriefInfo getJobBriefInfo(String jobName);

    /** All jobs, also those that are damaged, by name. */
    Collection<JobBriefInfo> getAllJobsBriefInfo();

    /** The jobs that know this server, with the status and the instances they have there. */
    Collection<JobBriefInfo> getJobsBriefInfo(String ip);

    /** Gives the connection back, if this has one of its own; it ends with the last that uses it. */
    @Override
    default void close() {}
}
