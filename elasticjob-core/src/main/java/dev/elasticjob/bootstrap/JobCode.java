package dev.elasticjob.bootstrap;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.scheduler.ItemCode;

/** The code behind a job's object or type. */
final class JobCode {

    private JobCode() {}

    static ItemCode of(ElasticJob job) {
        return (config, runtime, context) -> ((SimpleJob) job).execute(context);
    }

    static ItemCode of(String type) {
        throw new IllegalArgumentException(type);
    }

    static String className(ElasticJob job) {
        return job.getClass().getName();
    }
}
