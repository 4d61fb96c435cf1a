package dev.elasticjob.benchmarks.worker;

import java.util.function.IntConsumer;

/** A scheduler to measure. */
interface Engine extends AutoCloseable {

    /** Connects to the registry. */
    void open(String servers, String namespace, int sessionMillis);

    /** Starts a job. May return before this instance has joined it. */
    void start(JobSpec job, IntConsumer code);

    /** Waits until this instance has joined the job, as far as the engine does so without a trigger. */
    void awaitStarted(String job);

    /** Requests a run of all items of a job without cron. */
    void execute(String job);

    /** Returns whether the engine has finished the last run, so that it does not drop another request. */
    boolean isIdle(String job);

    void shutdown(String job);

    /** Closes the connection, which ends the session in the registry at once. */
    @Override
    void close();
}
