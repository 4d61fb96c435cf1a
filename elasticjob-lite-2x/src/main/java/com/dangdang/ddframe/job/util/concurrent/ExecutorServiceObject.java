package com.dangdang.ddframe.job.util.concurrent;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Pool of named daemon threads. */
public final class ExecutorServiceObject {

    private static final long IDLE_MINUTES = 5;

    private final ThreadPoolExecutor pool;

    public ExecutorServiceObject(String namingPattern, int threadSize) {
        pool = new ThreadPoolExecutor(
                threadSize,
                threadSize,
                IDLE_MINUTES,
                TimeUnit.MINUTES,
                new LinkedBlockingQueue<>(),
                named(namingPattern));
        pool.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    public ExecutorService createExecutorService() {
        return Executors.unconfigurableExecutorService(pool);
    }

    public boolean isShutdown() {
        return pool.isShutdown();
    }

    public int getActiveThreadCount() {
        return pool.getActiveCount();
    }

    public int getWorkQueueSize() {
        return pool.getQueue().size();
    }
}
