package dev.elasticjob.lifecycle.api;

import dev.elasticjob.lifecycle.domain.ServerBriefInfo;
import java.util.Collection;

/** Servers in short. */
public interface ServerStatisticsAPI extends AutoCloseable {

    int getServersTotalCount();

    /** All servers that some job knows, ordered by the numbers of their addresses. */
    Collection<ServerBriefInfo> getAllServersBriefInfo();

    /** Gives the connection back, if this has one of its own; it ends with the last that uses it. */
    @Override
    default void close() {}
}
