package com.dangdang.ddframe.job.context;

/** Why a task runs. */
public enum ExecutionType {
    READY,
    FAILOVER
}
