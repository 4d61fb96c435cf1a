package com.dangdang.ddframe.job.exception;

/** Thrown for a failure outside the code of a job. */
public final class JobSystemException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JobSystemException(String errorMessage, Object... args) {
        super(String.format(errorMessage, args));
    }

    public JobSystemException(Throwable cause) {
        super(cause);
    }
}
