package dev.elasticjob.type;

import dev.elasticjob.api.ElasticJob;

/** Kind of job that the engine does not know. */
interface GreetingJob extends ElasticJob {

    String greet(int item);
}
