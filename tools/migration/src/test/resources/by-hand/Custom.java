package com.acme.custom;

import org.apache.shardingsphere.elasticjob.api.JobConfiguration;
import org.apache.shardingsphere.elasticjob.executor.JobFacade;
import org.apache.shardingsphere.elasticjob.some.Unheard;
import com.dangdang.ddframe.job.api.ShardingContext;
import org.apache.shardingsphere.elasticjob.kernel.example.Own;

class Custom {
    JobConfiguration configuration;
    JobFacade facade;
}
