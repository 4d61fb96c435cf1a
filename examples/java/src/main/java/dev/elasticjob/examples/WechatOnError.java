package dev.elasticjob.examples;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.api.SimpleJob;
import dev.elasticjob.bootstrap.OneOffJobBootstrap;
import dev.elasticjob.error.notify.WechatPropertiesConstants;
import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Sends a message to a WeChat group when a job fails. The robot in this example is a stub. */
public final class WechatOnError {

    private WechatOnError() {}

    public static void main(String[] args) throws IOException, InterruptedException, ExecutionException {
        try (RobotStub robot = new RobotStub();
                ExampleRegistry registry = new ExampleRegistry("wechat")) {
            JobConfiguration configuration = JobConfiguration.newBuilder("wechat", 1)
                    .jobErrorHandlerType("WECHAT")
                    // In production: https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=...
                    .setProperty(WechatPropertiesConstants.WEBHOOK, robot.address("/wechat?key=secret"))
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
