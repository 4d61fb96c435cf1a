package dev.elasticjob.spring.scanned;

import dev.elasticjob.api.ElasticJobConfiguration;
import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

@ElasticJobConfiguration(jobName = "scanned", shardingTotalCount = 2, jobParameter = "${scanned.parameter}")
public class ScannedJob implements SimpleJob {

    private final Set<String> runs = Collections.synchronizedSet(new TreeSet<>());

    @Override
    public void execute(ShardingContext context) {
        runs.add(context.getJobParameter() + " " + context.getShardingItem());
    }

    public Set<String> runs() {
        return runs;
    }
}
