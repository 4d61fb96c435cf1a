package com.dangdang.ddframe.job.event;

/** Something that happened to a job. */
public interface JobEvent {

    String getJobName();
}
