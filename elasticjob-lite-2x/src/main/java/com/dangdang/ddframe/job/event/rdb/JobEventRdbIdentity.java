package com.dangdang.ddframe.job.event.rdb;

import com.dangdang.ddframe.job.event.JobEventIdentity;

/** Identity of the receiver that writes to a relational database. */
public class JobEventRdbIdentity implements JobEventIdentity {

    @Override
    public String getIdentity() {
        return "rdb";
    }
}
