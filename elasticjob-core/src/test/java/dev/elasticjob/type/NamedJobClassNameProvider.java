package dev.elasticjob.type;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.executor.JobClassNameProvider;
import java.util.Optional;

/** Found through the service file of the tests: knows the jobs that tell their own name. */
public final class NamedJobClassNameProvider implements JobClassNameProvider {

    /** A job that tells the name to be shown. */
    interface Named extends ElasticJob {

        String shownName();
    }

    @Override
    public Optional<String> getJobClassName(ElasticJob elasticJob) {
        return elasticJob instanceof Named named ? Optional.of(named.shownName()) : Optional.empty();
    }
}
