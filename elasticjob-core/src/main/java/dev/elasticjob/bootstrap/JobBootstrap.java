package dev.elasticjob.bootstrap;

/** A job that an application has started. */
public interface JobBootstrap {

    /** Shuts the job down in this process: it leaves at once, and what runs may end within a bound. Waits for that. */
    void shutdown();
}
