package com.dangdang.ddframe.job.executor.handler;

/** Receives what the code of a job throws. */
public interface JobExceptionHandler {

    void handleException(String jobName, Throwable cause);
}
