package dev.elasticjob.manual.dataflow;

import dev.elasticjob.api.DataflowJob;
import dev.elasticjob.api.ShardingContext;
import java.util.List;

/** Manual 6.1.1, dataflow job. */
public class MyElasticJob implements DataflowJob<Foo> {

    @Override
    public List<Foo> fetchData(ShardingContext context) {
        switch (context.getShardingItem()) {
            case 0:
                List<Foo> data0 = List.of(new Foo(0)); // get data from database by sharding item 0
                return data0;
            case 1:
                List<Foo> data1 = List.of(new Foo(1)); // get data from database by sharding item 1
                return data1;
            case 2:
                List<Foo> data2 = List.of(new Foo(2)); // get data from database by sharding item 2
                return data2;
            // case n: ...
            default:
                return List.of();
        }
    }

    @Override
    public void processData(ShardingContext shardingContext, List<Foo> data) {
        // process data
        // ...
    }
}
