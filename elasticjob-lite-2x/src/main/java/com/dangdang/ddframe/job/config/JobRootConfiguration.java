package com.dangdang.ddframe.job.config;

/** The outermost level of a configuration. */
public interface JobRootConfiguration {

    JobTypeConfiguration getTypeConfig();
}
