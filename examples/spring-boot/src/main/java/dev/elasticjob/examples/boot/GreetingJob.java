package dev.elasticjob.examples.boot;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** A job as a bean. Its schedule and number of items are in {@code application.yml}. */
@Component
class GreetingJob implements SimpleJob {

    private static final Logger LOG = LoggerFactory.getLogger(GreetingJob.class);

    @Override
    public void execute(ShardingContext context) {
        LOG.info("Hello from item {}, {}", context.getShardingItem(), context.getShardingParameter());
    }
}
