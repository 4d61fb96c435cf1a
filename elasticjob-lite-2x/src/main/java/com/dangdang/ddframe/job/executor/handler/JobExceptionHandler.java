package com.dangdang.ddframe.job.executor.handler;

/** Receives the exceptions of the code of a job. */
public interface JobExceptionHandler {

    void handleException(String jobName, Throwable cause);
}
