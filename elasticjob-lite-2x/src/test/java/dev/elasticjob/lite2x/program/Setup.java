package dev.elasticjob.lite2x.program;

import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.JobTypeConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.lite.internal.schedule.JobScheduleController;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;

/** Configurations of the scenarios. */
final class Setup {

    /** A schedule without a fire during the test: the scenarios trigger runs. */
    static final String NEVER = "0 0 0 1 1 ? 2099";

    private Setup() {}

    static ZookeeperRegistryCenter connect(String servers, String namespace) {
        return connect(servers, namespace, 4000);
    }

    static ZookeeperRegistryCenter connect(String servers, String namespace, int sessionTimeoutMilliseconds) {
        ZookeeperConfiguration configuration = new ZookeeperConfiguration(servers, namespace);
        configuration.setSessionTimeoutMilliseconds(sessionTimeoutMilliseconds);
        ZookeeperRegistryCenter center = new ZookeeperRegistryCenter(configuration);
        center.init();
        return center;
    }

    static JobCoreConfiguration.Builder core(String name, int total) {
        return JobCoreConfiguration.newBuilder(name, NEVER, total);
    }

    static LiteJobConfiguration.Builder simple(JobCoreConfiguration.Builder core, Class<?> job) {
        return lite(new SimpleJobConfiguration(core.build(), job.getName()));
    }

    static LiteJobConfiguration.Builder lite(JobTypeConfiguration configuration) {
        return LiteJobConfiguration.newBuilder(configuration);
    }

    static JobScheduleController controller(String job) {
        return JobRegistry.getInstance().getJobScheduleController(job);
    }
}
