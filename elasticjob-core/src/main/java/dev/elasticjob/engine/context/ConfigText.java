package dev.elasticjob.engine.context;

import dev.elasticjob.api.JobConfiguration;

/** The format of a job's configuration in the registry. */
public interface ConfigText {

    /**
     * Parses the configuration of a job.
     *
     * @throws IllegalArgumentException when the job cannot run with it; the message names the reason and the remedy
     */
    JobConfiguration read(String path, String text);

    /** Returns the text of a configuration. */
    String write(JobConfiguration configuration);

    /** Returns the text of a configuration that replaces the one in the registry; fields of other tools are kept. */
    String rewrite(String path, String text, JobConfiguration configuration);
}
