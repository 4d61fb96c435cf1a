package dev.elasticjob.manual.configuration;

import dev.elasticjob.api.JobConfiguration;

/** Manual 4.3, and 6.1.1, job configuration. The manual has statements instead of methods. */
public class JobConfigurationExample {

    private static JobConfiguration quickStart() {
        JobConfiguration jobConfig =
                JobConfiguration.newBuilder("MyJob", 3).cron("0/5 * * * * ?").build();
        return jobConfig;
    }

    private static JobConfiguration withItemParameters() {
        JobConfiguration jobConfig = JobConfiguration.newBuilder("myJob", 3)
                .cron("0/5 * * * * ?")
                .shardingItemParameters("0=Beijing,1=Shanghai,2=Guangzhou")
                .build();
        return jobConfig;
    }
}
