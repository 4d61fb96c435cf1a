package dev.elasticjob.executor;

import dev.elasticjob.api.ElasticJob;
import java.util.Optional;

/** Tells the class name of jobs that hide it, such as proxies; found with {@link java.util.ServiceLoader}. */
public interface JobClassNameProvider {

    /** The name; empty when this provider does not know better than the others. */
    Optional<String> getJobClassName(ElasticJob elasticJob);
}
