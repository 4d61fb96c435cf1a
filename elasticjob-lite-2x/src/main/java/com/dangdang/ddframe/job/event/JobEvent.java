package com.dangdang.ddframe.job.event;

/** Event of a job. */
public interface JobEvent {

    String getJobName();
}
