package dev.elasticjob.examples.demo;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.examples.demo.DemoJobs.DemoJob;
import dev.elasticjob.examples.demo.DemoJobs.Tools;
import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import dev.elasticjob.tracing.TracingConfiguration;
import java.util.concurrent.CountDownLatch;

/** A worker of the demo: a process with an instance of every job. */
public final class Worker {

    /** Session timeout, kept short so that the items of a killed worker move quickly. */
    static final int SESSION_MILLIS = 4000;

    private Worker() {}

    /** @param args arguments of the {@link Place} */
    public static void main(String[] args) throws InterruptedException {
        ParentWatch.begin();
        Place place = Place.of(args);
        ZookeeperConfiguration settings = new ZookeeperConfiguration(place.zookeeper(), Place.NAMESPACE);
        settings.setSessionTimeoutMilliseconds(SESSION_MILLIS);
        CoordinatorRegistryCenter center = new ZookeeperRegistryCenter(settings);
        center.init();
        Tools tools =
                new Tools(new Printer(System.out), Database.connect(place.database(), System.getenv(Place.PASSWORD)));
        for (DemoJob job : DemoJobs.at(place)) {
            JobConfiguration configuration = job.configuration().toBuilder()
                    .addExtraConfigurations(new TracingConfiguration<>("RDB", tools.database()))
                    .addExtraConfigurations(new TracingConfiguration<>(PrintTracing.TYPE, tools.printer()))
                    .build();
            job.maker().make(center, configuration, tools).schedule();
        }
        new CountDownLatch(1).await();
    }
}
