package com.dangdang.ddframe.job.exception;

/** A setting of a job cannot be used. */
public final class JobConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JobConfigurationException(String errorMessage, Object... args) {
        super(String.format(errorMessage, args));
    }

    public JobConfigurationException(Throwable cause) {
        super(cause);
    }
}
