package dev.elasticjob.spring.test.scanned;

import dev.elasticjob.api.ElasticJobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

@ElasticJobConfiguration(jobName = "scannedJob", shardingTotalCount = 2, cron = "${scanned.cron}")
public class ScannedJob implements SimpleJob {

    private final CountDownLatch ran = new CountDownLatch(2);

    public boolean awaitRuns() throws InterruptedException {
        return ran.await(60, TimeUnit.SECONDS);
    }

    @Override
    public void execute(ShardingContext context) {
        ran.countDown();
    }
}
