package com.dangdang.ddframe.job.event;

/** Something that has a name among the receivers of events. */
public interface JobEventIdentity {

    String getIdentity();
}
