package com.example.tutorial;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.dataflow.DataflowJob;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.Queue;

public class MyDataFlowJob implements DataflowJob<String> {

    private static final Queue<String> ORDERS = new ConcurrentLinkedQueue<String>(Arrays.asList("a", "b", "c"));

    @Override
    public List<String> fetchData(ShardingContext shardingContext) {
        List<String> result = new ArrayList<>();
        String next = ORDERS.poll();
        if (next != null) {
            result.add(next);
        }
        return result;
    }

    @Override
    public void processData(ShardingContext shardingContext, List<String> data) {
        data.forEach(x -> System.out.println("dataflow | " + x));
    }
}
