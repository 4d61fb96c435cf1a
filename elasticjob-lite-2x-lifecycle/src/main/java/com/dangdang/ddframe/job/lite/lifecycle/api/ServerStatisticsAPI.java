package com.dangdang.ddframe.job.lite.lifecycle.api;

import com.dangdang.ddframe.job.lite.lifecycle.domain.ServerBriefInfo;
import java.util.Collection;

/** Views of servers. */
public interface ServerStatisticsAPI {

    int getServersTotalCount();

    Collection<ServerBriefInfo> getAllServersBriefInfo();
}
