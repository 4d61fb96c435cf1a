package dev.elasticjob.lifecycle.api;

import java.io.IOException;

/**
 * Operations on jobs and servers. Where a method has both a job and a server parameter, one of them may be null or {@code ""},
 * which means all jobs or all servers. All operations can be repeated safely.
 */
public interface JobOperateAPI extends AutoCloseable {

    /**
     * Requests that every instance of the job runs its items once. An item that is running runs again afterwards. An instance
     * with an earlier request that it has not started yet receives no second one.
     *
     * @throws OperationException if no instance can run the job: it has none, or it is disabled
     */
    void trigger(String jobName);

    /**
     * Triggers the job as {@link #trigger} does.
     *
     * @return the request, which identifies the resulting runs
     * @throws OperationException if no instance can run the job: it has none, or it is disabled
     */
    RunRequest requestRun(String jobName);

    /** Stops running items on the server until it is enabled. Other servers take over its items. */
    void disable(String jobName, String serverIp);

    void enable(String jobName, String serverIp);

    /** Makes the instances leave the job. They finish their current runs and do not rejoin until their process is restarted. */
    void shutdown(String jobName, String serverIp);

    /** Shuts down the instances as {@link #shutdown} does, and deletes the servers with their settings. */
    void remove(String jobName, String serverIp);

    /**
     * Requests a dump from an instance: the nodes of the job in the registry and the state that the instance has cached.
     *
     * @param instanceIp a server of the job; connections to other addresses are rejected
     * @throws IOException if the instance does not respond within the limits
     */
    String dump(String jobName, String instanceIp, int dumpPort) throws IOException;

    /** Releases the connection if this object holds one. The connection is closed when its last user releases it. */
    @Override
    default void close() {}
}
