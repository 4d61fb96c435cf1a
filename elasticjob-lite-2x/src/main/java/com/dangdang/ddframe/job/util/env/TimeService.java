package com.dangdang.ddframe.job.util.env;

/** The time of this host. */
public final class TimeService {

    public long getCurrentMillis() {
        return System.currentTimeMillis();
    }
}
