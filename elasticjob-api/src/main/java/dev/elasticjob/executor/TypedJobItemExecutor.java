package dev.elasticjob.executor;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.spi.TypedSPI;

/** Runs jobs that consist of configuration only; found with {@link java.util.ServiceLoader} and selected by type. */
public interface TypedJobItemExecutor extends JobItemExecutor<ElasticJob>, TypedSPI {}
