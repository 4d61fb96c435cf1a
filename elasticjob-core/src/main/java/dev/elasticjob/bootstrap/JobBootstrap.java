package dev.elasticjob.bootstrap;

/** Job that an application has started. */
public interface JobBootstrap {

    /**
     * Shuts the job down in this process: the instance leaves immediately, and running items may end within a time limit. Blocks until
     * then.
     */
    void shutdown();
}
