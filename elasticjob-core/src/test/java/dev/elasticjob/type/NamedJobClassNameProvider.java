package dev.elasticjob.type;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.executor.JobClassNameProvider;
import java.util.Optional;

/** Registered in the service file of the tests; supports jobs that provide their own name. */
public final class NamedJobClassNameProvider implements JobClassNameProvider {

    /** Job that provides its display name. */
    interface Named extends ElasticJob {

        String shownName();
    }

    @Override
    public Optional<String> getJobClassName(ElasticJob elasticJob) {
        return elasticJob instanceof Named named ? Optional.of(named.shownName()) : Optional.empty();
    }
}
