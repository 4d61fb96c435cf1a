package com.dangdang.ddframe.job.event;

import com.dangdang.ddframe.job.event.type.JobExecutionEvent;
import com.dangdang.ddframe.job.event.type.JobStatusTraceEvent;

/** Receives events of jobs, in order, on a dedicated thread. */
public interface JobEventListener extends JobEventIdentity {

    void listen(JobExecutionEvent jobExecutionEvent);

    void listen(JobStatusTraceEvent jobStatusTraceEvent);
}
