package com.example.tutorial;

import com.dangdang.ddframe.job.api.ShardingContext;
import com.dangdang.ddframe.job.api.simple.SimpleJob;
import java.text.SimpleDateFormat;
import java.util.Date;

public class MySimpleJob implements SimpleJob {

    public void execute(ShardingContext context) {
        System.out.println(String.format("simple | item %s | parameter %s | of %s",
                context.getShardingItem(), context.getShardingParameter(), context.getShardingTotalCount()));
        System.err.println(new SimpleDateFormat("HH:mm:ss").format(new Date()) + " " + context);
        if ("CORE".equals(context.getShardingParameter())) {
            throw new IllegalStateException("CORE is down");
        }
    }
}
