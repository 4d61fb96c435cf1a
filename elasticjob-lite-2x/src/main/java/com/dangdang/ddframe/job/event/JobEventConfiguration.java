package com.dangdang.ddframe.job.event;

/** Where the events of a job go. */
public interface JobEventConfiguration extends JobEventIdentity {

    JobEventListener createJobEventListener() throws JobEventListenerConfigurationException;
}
