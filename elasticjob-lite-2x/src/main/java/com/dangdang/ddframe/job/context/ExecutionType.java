package com.dangdang.ddframe.job.context;

/** Reason of a task's run. */
public enum ExecutionType {
    READY,
    FAILOVER
}
