package com.acme.jobs;

import java.util.Properties;
import org.apache.shardingsphere.elasticjob.error.handler.JobErrorHandler;

public class MyErrorHandler implements JobErrorHandler {

    @Override
    public void init(Properties props) {}

    @Override
    public void handleException(String jobName, Throwable cause) {
        Seen.ALL.add("handled " + cause.getMessage());
    }

    @Override
    public String getType() {
        return "MINE";
    }
}
