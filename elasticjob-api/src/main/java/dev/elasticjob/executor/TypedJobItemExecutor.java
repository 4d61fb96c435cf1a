package dev.elasticjob.executor;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.spi.TypedSPI;

/** Runs jobs that are nothing but configuration; found with {@link java.util.ServiceLoader}, chosen by type. */
public interface TypedJobItemExecutor extends JobItemExecutor<ElasticJob>, TypedSPI {}
