package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.ServerBriefInfo;
import java.util.Collection;

/** Summaries of servers. */
public interface ServerStatisticsAPI extends AutoCloseable {

    int getServersTotalCount();

    /** Returns the servers of all jobs, ordered numerically by address. */
    Collection<ServerBriefInfo> getAllServersBriefInfo();

    /** Releases the connection if this object holds one. The connection is closed when its last user releases it. */
    @Override
    default void close() {}
}
