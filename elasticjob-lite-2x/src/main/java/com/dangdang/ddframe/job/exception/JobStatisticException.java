package com.dangdang.ddframe.job.exception;

/** Thrown if statistics fail. */
public final class JobStatisticException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JobStatisticException(Exception cause) {
        super(cause);
    }
}
