package dev.elasticjob.examples.boot;

import dev.elasticjob.api.ElasticJobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** A job configured by its annotation. Without a cron expression it runs on request. */
@Component
@ElasticJobConfiguration(jobName = "clean-up", shardingTotalCount = 2, shardingItemParameters = "0=attic,1=cellar")
class CleanUpJob implements SimpleJob {

    private static final Logger LOG = LoggerFactory.getLogger(CleanUpJob.class);

    @Override
    public void execute(ShardingContext context) {
        LOG.info("Cleaning up the {}", context.getShardingParameter());
    }
}
