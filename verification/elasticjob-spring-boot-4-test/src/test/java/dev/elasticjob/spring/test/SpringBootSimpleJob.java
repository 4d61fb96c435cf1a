package dev.elasticjob.spring.test;

import dev.elasticjob.api.ShardingContext;
import dev.elasticjob.api.SimpleJob;
import org.springframework.stereotype.Component;

@Component
public class SpringBootSimpleJob implements SimpleJob {

    private final Runs runs;

    public SpringBootSimpleJob(Runs runs) {
        this.runs = runs;
    }

    @Override
    public void execute(ShardingContext context) {
        runs.add(context);
    }
}
