package dev.elasticjob.spring.test;

import dev.elasticjob.api.ShardingContext;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Records the calls of jobs; a bean that is injected into them. */
public class Runs {

    private final List<ShardingContext> all = new CopyOnWriteArrayList<>();

    void add(ShardingContext context) {
        all.add(context);
    }

    List<ShardingContext> of(String jobName) {
        return all.stream().filter(each -> each.getJobName().equals(jobName)).toList();
    }

    Set<Integer> itemsOf(String jobName) {
        return of(jobName).stream().map(ShardingContext::getShardingItem).collect(Collectors.toSet());
    }

    Set<String> parametersOf(String jobName) {
        return of(jobName).stream().map(ShardingContext::getShardingParameter).collect(Collectors.toSet());
    }
}
