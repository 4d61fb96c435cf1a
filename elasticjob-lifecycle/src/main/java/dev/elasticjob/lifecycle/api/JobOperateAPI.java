package dev.elasticjob.lifecycle.api;

import java.io.IOException;

/**
 * What is done to jobs and servers. Where both a job and a server are asked for, one of them may be null, which means all of
 * them; {@code ""} counts as null. Every operation may be repeated.
 */
public interface JobOperateAPI extends AutoCloseable {

    /**
     * Asks every instance of the job to run its items once. An item that runs is run again when it has ended. An instance
     * that has not yet begun what it was asked before is not asked twice.
     *
     * @throws OperationException when no instance can run the job: it has none, or it is disabled
     */
    void trigger(String jobName);

    /**
     * Triggers the job as {@link #trigger} does.
     *
     * @return the request, by which its runs can be recognised
     * @throws OperationException when no instance can run the job: it has none, or it is disabled
     */
    RunRequest requestRun(String jobName);

    /** No item runs on the server any more, until it is enabled; other servers take over. */
    void disable(String jobName, String serverIp);

    void enable(String jobName, String serverIp);

    /** The instances leave the job: they let runs end, and do not come back before their process is started again. */
    void shutdown(String jobName, String serverIp);

    /** As {@link #shutdown}, and forgets the servers, with what was set for them. */
    void remove(String jobName, String serverIp);

    /**
     * Asks an instance what it has in the registry of the job, and what it believes to be there.
     *
     * @param instanceIp a server of the job: no other address is connected to
     * @throws IOException when nobody answers there, or not within the limits
     */
    String dump(String jobName, String instanceIp, int dumpPort) throws IOException;

    /** Gives the connection back, if this has one of its own; it ends with the last that uses it. */
    @Override
    default void close() {}
}
