package dev.elasticjob.lite2x.spring.program;

import com.dangdang.ddframe.job.config.JobCoreConfiguration;
import com.dangdang.ddframe.job.config.simple.SimpleJobConfiguration;
import com.dangdang.ddframe.job.lite.api.JobScheduler;
import com.dangdang.ddframe.job.lite.config.LiteJobConfiguration;
import com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry;
import com.dangdang.ddframe.job.lite.spring.api.SpringJobScheduler;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Jobs that are defined in Java, as in the tutorials of 2.x. */
@Configuration
@EnableAutoConfiguration
public class JavaApplication {

    public static void main(String[] args) {
        SpringApplication.run(JavaApplication.class, args);
        JobRegistry.getInstance().getJobScheduleController("javaSimple").triggerJob();
        Beans.print("started");
    }

    @Bean
    public Beans.Greeting greeting() {
        return new Beans.Greeting();
    }

    @Bean
    public Beans.Simple simpleJob() {
        return new Beans.Simple();
    }

    @Bean
    public Beans.Listener listener() {
        return new Beans.Listener();
    }

    @Bean(initMethod = "init")
    public ZookeeperRegistryCenter regCenter(
            @Value("${regCenter.serverList}") String serverList, @Value("${regCenter.namespace}") String namespace) {
        return new ZookeeperRegistryCenter(new ZookeeperConfiguration(serverList, namespace));
    }

    @Bean(initMethod = "init")
    public JobScheduler simpleJobScheduler(
            Beans.Simple simpleJob, ZookeeperRegistryCenter regCenter, Beans.Listener listener) {
        return new SpringJobScheduler(
                simpleJob,
                regCenter,
                LiteJobConfiguration.newBuilder(new SimpleJobConfiguration(
                                JobCoreConfiguration.newBuilder("javaSimple", "0 0 0 1 1 ? 2099", 2)
                                        .shardingItemParameters("0=A,1=B")
                                        .jobParameter("p")
                                        .build(),
                                simpleJob.getClass().getName()))
                        .overwrite(true)
                        .build(),
                listener);
    }
}
