package dev.elasticjob.executor;

import dev.elasticjob.api.ElasticJob;

/**
 * Runs jobs that implement an interface; found with {@link java.util.ServiceLoader}.
 *
 * @param <T> the interface
 */
public interface ClassedJobItemExecutor<T extends ElasticJob> extends JobItemExecutor<T> {

    Class<T> getElasticJobClass();
}
