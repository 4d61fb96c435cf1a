package com.dangdang.ddframe.job.executor.handler;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;

/** Executors of this process by job. */
public final class ExecutorServiceHandlerRegistry {

    private static final Map<String, ExecutorService> REGISTRY = new ConcurrentHashMap<>();

    private ExecutorServiceHandlerRegistry() {}

    /** Returns the executor of the job, which is created on the first call. */
    public static synchronized ExecutorService getExecutorServiceHandler(
            String jobName, ExecutorServiceHandler executorServiceHandler) {
        return REGISTRY.computeIfAbsent(jobName, executorServiceHandler::createExecutorService);
    }

    /** Removes the executor of the job without shutting it down. */
    public static synchronized void remove(String jobName) {
        REGISTRY.remove(jobName);
    }
}
