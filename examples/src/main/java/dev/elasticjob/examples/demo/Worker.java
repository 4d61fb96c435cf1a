package dev.elasticjob.examples.demo;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.bootstrap.ScheduleJobBootstrap;
import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.tracing.TracingConfiguration;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** A worker of the demo: a process of its own that takes part in all of its jobs. */
public final class Worker {

    static final String NAMESPACE = "demo";

    /** Short, so that nobody waits long for the items of a worker that was killed. */
    static final int SESSION_MILLIS = 4000;

    private Worker() {}

    /** @param args where ZooKeeper is */
    public static void main(String[] args) throws InterruptedException {
        endWithParent();
        ZookeeperConfiguration settings = new ZookeeperConfiguration(args[0], NAMESPACE);
        settings.setSessionTimeoutMilliseconds(SESSION_MILLIS);
        CoordinatorRegistryCenter center = new ZookeeperRegistryCenter(settings);
        center.init();
        Printer printer = new Printer(System.out);
        for (DemoJob job : DemoJobs.ALL) {
            JobConfiguration configuration = job.configuration().toBuilder()
                    .addExtraConfigurations(new TracingConfiguration<>(PrintTracing.TYPE, printer))
                    .build();
            new ScheduleJobBootstrap(center, job.code().apply(printer), configuration).schedule();
        }
        new CountDownLatch(1).await();
    }

    /**
     * The demo holds the other end of our input, and it is closed with that process however it ends. The registry is gone
     * then, so there is nothing to leave in good order.
     */
    private static void endWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            continue;
                        }
                    } catch (IOException closed) {
                        // The same as its end.
                    }
                    Runtime.getRuntime().halt(0);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }
}
