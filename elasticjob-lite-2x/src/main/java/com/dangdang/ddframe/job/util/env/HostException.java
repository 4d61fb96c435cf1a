package com.dangdang.ddframe.job.util.env;

import java.io.IOException;

/** Thrown if the address of the host cannot be determined. */
public final class HostException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public HostException(IOException cause) {
        super(cause);
    }
}
