package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import java.util.concurrent.ExecutionException;

/** A custom kind of job, {@link ReminderJob}, selected by the interface that the job implements. */
public final class CustomJobByClass {

    private CustomJobByClass() {}

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        JobConfiguration configuration = JobConfiguration.newBuilder("reminders", 2)
                .shardingItemParameters("0=Alice,1=Bob")
                .build();
        ReminderJob job = whom -> whom.equals("Bob") ? "the rent is due" : "call your mother";
        try (ExampleRegistry registry = new ExampleRegistry("by-class")) {
            new OneOffJobBootstrap(registry.connect(), job, configuration)
                    .execute()
                    .get();
        }
    }
}
