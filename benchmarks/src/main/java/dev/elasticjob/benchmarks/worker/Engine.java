package dev.elasticjob.benchmarks.worker;

import java.util.function.IntConsumer;

/** A scheduler that is measured. */
interface Engine extends AutoCloseable {

    /** Connects to the registry. */
    void open(String servers, String namespace, int sessionMillis);

    /** Starts a job; may return before it takes part. */
    void start(JobSpec job, IntConsumer code);

    /** Returns when a job that was started takes part, as far as this engine does so without being triggered. */
    void awaitStarted(String job);

    /** Asks for a run of all items of a job without cron. */
    void execute(String job);

    /** Whether the engine has done with the last run, so that a further request is not dropped. */
    boolean isIdle(String job);

    void shutdown(String job);

    /** Ends the connection, so that the registry forgets the session at once. */
    @Override
    void close();
}
