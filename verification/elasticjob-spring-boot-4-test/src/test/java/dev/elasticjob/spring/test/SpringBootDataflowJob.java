package dev.elasticjob.spring.test;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.ShardingContext;
import java.util.List;
import org.springframework.stereotype.Component;

@Component
public class SpringBootDataflowJob implements DataflowJob<SpringBootDataflowJob.Foo> {

    record Foo(String name) {}

    private final Runs runs;

    public SpringBootDataflowJob(Runs runs) {
        this.runs = runs;
    }

    @Override
    public List<Foo> fetchData(final ShardingContext shardingContext) {
        return List.of(new Foo("one"));
    }

    @Override
    public void processData(final ShardingContext shardingContext, final List<Foo> data) {
        runs.add(shardingContext);
    }
}
