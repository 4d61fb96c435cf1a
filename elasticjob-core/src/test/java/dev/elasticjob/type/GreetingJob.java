package dev.elasticjob.type;

import dev.elasticjob.api.ElasticJob;

/** A kind of job that the engine knows nothing of. */
interface GreetingJob extends ElasticJob {

    String greet(int item);
}
