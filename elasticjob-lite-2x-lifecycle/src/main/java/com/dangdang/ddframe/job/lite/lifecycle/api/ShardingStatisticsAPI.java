package com.dangdang.ddframe.job.lite.lifecycle.api;

import com.dangdang.ddframe.job.lite.lifecycle.domain.ShardingInfo;
import java.util.Collection;

/** Views of items. */
public interface ShardingStatisticsAPI {

    Collection<ShardingInfo> getShardingInfo(String jobName);
}
