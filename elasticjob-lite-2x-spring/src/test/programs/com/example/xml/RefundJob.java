package com.example.xml;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.dataflow.DataflowJob;
import java.util.Arrays;
import java.util.List;

public class RefundJob implements DataflowJob<Long> {

    @Override
    public List<Long> fetchData(final ShardingContext context) {
        return Arrays.asList(1L, 2L);
    }

    @Override
    public void processData(final ShardingContext context, final List<Long> refunds) {
        System.out.println("refund | " + refunds);
    }
}
