package com.example.tutorial;

import com.dangdang.ddframe.job.executor.handler.JobExceptionHandler;

public class MyExceptionHandler implements JobExceptionHandler {

    @Override
    public void handleException(String jobName, Throwable cause) {
        System.out.println("handled | " + jobName + " | " + cause.getMessage());
    }
}
