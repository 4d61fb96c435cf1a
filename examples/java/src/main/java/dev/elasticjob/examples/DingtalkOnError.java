package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.error.notify.DingtalkPropertiesConstants;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Sends a signed message to a DingTalk group when a job fails. The robot in this example is a stub. */
public final class DingtalkOnError {

    private DingtalkOnError() {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        try (RobotStub robot = new RobotStub();
                ExampleRegistry registry = new ExampleRegistry("dingtalk")) {
            JobConfiguration configuration = JobConfiguration.newBuilder("dingtalk", 1)
                    .jobErrorHandlerType("DINGTALK")
                    // In production: https://oapi.dingtalk.com/robot/send?access_token=...
                    .setProperty(DingtalkPropertiesConstants.WEBHOOK, robot.address("/dingtalk?access_token=secret"))
                    .setProperty(DingtalkPropertiesConstants.KEYWORD, "ALARM")
                    .setProperty(DingtalkPropertiesConstants.SECRET, "another secret")
                    .build();
            SimpleJob job = context -> {
                throw new IllegalStateException("the disk is full");
            };
            new OneOffJobBootstrap(registry.connect(), job, configuration)
                    .execute()
                    .get();
            robot.awaitMessage();
        }
    }
}
