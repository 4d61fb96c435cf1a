package com.dangdang.ddframe.job.executor.handler.impl;

import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandler;
import com.dangdang.ddframe.job.util.concurrent.ExecutorServiceObject;
import java.util.concurrent.ExecutorService;

/**
 * Creates an executor with twice as many threads as there are processors. A job with this handler does not call it: its items run on the
 * same number of threads of the engine.
 */
public final class DefaultExecutorServiceHandler implements ExecutorServiceHandler {

    @Override
    public ExecutorService createExecutorService(String jobName) {
        return new ExecutorServiceObject(
                        "inner-job-" + jobName, Runtime.getRuntime().availableProcessors() * 2)
                .createExecutorService();
    }
}
