package com.dangdang.ddframe.job.event;

/** Thrown if a listener of events cannot be created. */
public final class JobEventListenerConfigurationException extends Exception {

    private static final long serialVersionUID = 1L;

    public JobEventListenerConfigurationException(Exception cause) {
        super(cause);
    }
}
