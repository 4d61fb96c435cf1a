package org.apache.shardingsphere.elasticjob.kernel.example;

/** In ElasticJob's packages, as its examples are, and yet not its own. */
class Own {
    Class<?> jobConfiguration = org.apache.shardingsphere.elasticjob.kernel.example.JobConfiguration.class;
}
