package com.dangdang.ddframe.job.event;

/** Destination of the events of a job. */
public interface JobEventConfiguration extends JobEventIdentity {

    JobEventListener createJobEventListener() throws JobEventListenerConfigurationException;
}
