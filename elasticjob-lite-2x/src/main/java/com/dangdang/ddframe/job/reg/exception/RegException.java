package com.dangdang.ddframe.job.reg.exception;

/** Thrown if the registry cannot be used. */
public final class RegException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public RegException(String errorMessage, Object... args) {
        super(String.format(errorMessage, args));
    }

    public RegException(Exception cause) {
        super(cause);
    }
}
