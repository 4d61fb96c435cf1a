package com.dangdang.ddframe.job.exception;

/** Thrown if the environment does not permit a job to run. */
public final class JobExecutionEnvironmentException extends Exception {

    private static final long serialVersionUID = 1L;

    public JobExecutionEnvironmentException(String errorMessage, Object... args) {
        super(String.format(errorMessage, args));
    }
}
