package com.dangdang.ddframe.job.lite.lifecycle.api;

/** Operations on items. */
public interface ShardingOperateAPI {

    void disable(String jobName, String item);

    void enable(String jobName, String item);
}
