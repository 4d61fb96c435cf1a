package com.dangdang.ddframe.job.api;

/** Kinds of jobs. */
public enum JobType {
    SIMPLE,
    DATAFLOW,
    SCRIPT
}
