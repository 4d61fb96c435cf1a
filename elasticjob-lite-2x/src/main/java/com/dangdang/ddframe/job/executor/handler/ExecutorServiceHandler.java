package com.dangdang.ddframe.job.executor.handler;

import java.util.concurrent.ExecutorService;

/** Creates the executor on which the items of a job run. */
public interface ExecutorServiceHandler {

    ExecutorService createExecutorService(String jobName);
}
