package com.dangdang.ddframe.job.exception;

/** Thrown if a setting of an application is invalid. */
public final class AppConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public AppConfigurationException(String errorMessage, Object... args) {
        super(String.format(errorMessage, args));
    }

    public AppConfigurationException(Throwable cause) {
        super(cause);
    }
}
