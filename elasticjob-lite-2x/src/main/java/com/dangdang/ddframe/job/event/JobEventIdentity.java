package com.dangdang.ddframe.job.event;

/** Identity of a receiver of events. */
public interface JobEventIdentity {

    String getIdentity();
}
