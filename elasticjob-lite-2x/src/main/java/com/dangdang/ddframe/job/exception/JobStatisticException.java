package com.dangdang.ddframe.job.exception;

/** A failure of statistics. */
public final class JobStatisticException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public JobStatisticException(Exception cause) {
        super(cause);
    }
}
