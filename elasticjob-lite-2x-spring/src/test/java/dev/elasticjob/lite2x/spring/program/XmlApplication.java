package dev.elasticjob.lite2x.spring.program;

import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportResource;

/** Jobs that are defined in XML. */
@Configuration
@EnableAutoConfiguration
@ImportResource("classpath:jobs-2x.xml")
public class XmlApplication {

    public static void main(String[] args) {
        ConfigurableApplicationContext context = SpringApplication.run(XmlApplication.class, args);
        ZookeeperRegistryCenter center = context.getBean("regCenter", ZookeeperRegistryCenter.class);
        for (String job : new String[] {"xmlSimple", "xmlRef", "xmlDataflow", "xmlScript"}) {
            Beans.print("config " + center.get("/" + job + "/config"));
            com.dangdang.ddframe.job.lite.internal.schedule.JobRegistry.getInstance()
                    .getJobScheduleController(job)
                    .triggerJob();
        }
        Beans.print("started");
    }
}
