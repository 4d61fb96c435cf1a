package com.dangdang.ddframe.job.executor.handler.impl;

import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs exceptions. */
public final class DefaultJobExceptionHandler implements JobExceptionHandler {

    private static final Logger LOG = LoggerFactory.getLogger(DefaultJobExceptionHandler.class);

    @Override
    public void handleException(String jobName, Throwable cause) {
        LOG.error("Job '{}' failed", jobName, cause);
    }
}
