package dev.elasticjob.executor;

import dev.elasticjob.api.ElasticJob;
import java.util.Optional;

/** Determines the class name of jobs that hide it, such as proxies; found with {@link java.util.ServiceLoader}. */
public interface JobClassNameProvider {

    /** Returns the class name of a job; empty if this provider does not know the kind of object. */
    Optional<String> getJobClassName(ElasticJob elasticJob);
}
