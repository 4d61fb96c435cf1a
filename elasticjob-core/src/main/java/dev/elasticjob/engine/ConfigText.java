package dev.elasticjob.engine;

import dev.elasticjob.api.JobConfiguration;

/** How a job's configuration is written in the registry. */
public interface ConfigText {

    /** @throws IllegalArgumentException when nothing can be run with it; the message says why and what to do */
    JobConfiguration read(String path, String text);

    String write(JobConfiguration configuration);

    /** The text for a configuration that replaces the one in the registry, keeping what only others understand. */
    String rewrite(String path, String text, JobConfiguration configuration);
}
