package com.dangdang.ddframe.job.exception;

/** Thrown if a setting of a job is invalid. */
public final class JobConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JobConfigurationException(String errorMessage, Object... args) {
        super(String.format(errorMessage, args));
    }

    public JobConfigurationException(Throwable cause) {
        super(cause);
    }
}
