package com.example.tutorial;

import com.dangdang.ddframe.job.executor.handler.ExecutorServiceHandler;
import com.dangdang.ddframe.job.util.concurrent.ExecutorServiceObject;
import java.util.concurrent.ExecutorService;

public class MyExecutorServiceHandler implements ExecutorServiceHandler {

    @Override
    public ExecutorService createExecutorService(String jobName) {
        System.out.println("executor | " + jobName);
        return new ExecutorServiceObject("my-job-" + jobName, 4).createExecutorService();
    }
}
