package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.snapshot.SnapshotService;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;

/** Auto-configuration of registry, jobs, history and dump port from properties. Each bean backs off if the application defines its own. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@ConditionalOnProperty(
        prefix = ElasticJobProperties.PREFIX,
        name = "enabled",
        havingValue = "true",
        matchIfMissing = true)
@EnableConfigurationProperties(ElasticJobProperties.class)
@Import({
    RegistryConfiguration.Development.class,
    RegistryConfiguration.Database.class,
    RegistryConfiguration.Zookeeper.class,
    TracingBeans.class,
    PropertyJobsRegistrar.class
})
@ImportRuntimeHints(ElasticJobRuntimeHints.class)
public class ElasticJobAutoConfiguration {

    /** Static, because it is involved in the creation of other beans. */
    @Bean
    static ForeignKeys elasticJobForeignKeys(Environment environment) {
        return new ForeignKeys(environment);
    }

    @Bean
    static VirtualThreadsChoice elasticJobVirtualThreads(Environment environment) {
        return new VirtualThreadsChoice(environment);
    }

    @Bean
    ApplicationReadyJobs elasticJobStart() {
        return new ApplicationReadyJobs();
    }

    @Bean
    @ConditionalOnMissingBean
    JobsReport elasticJobReport(ListableBeanFactory beans) {
        return new JobsReport(beans);
    }

    /** Dump port. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(
            prefix = ElasticJobProperties.PREFIX + ".dump",
            name = "enabled",
            havingValue = "true",
            matchIfMissing = true)
    static class Dump {

        @Bean(destroyMethod = "close")
        @ConditionalOnMissingBean
        @ConditionalOnProperty(prefix = ElasticJobProperties.PREFIX + ".dump", name = "port")
        SnapshotService elasticJobSnapshotService(
                CoordinatorRegistryCenter regCenter, ElasticJobProperties properties) {
            ElasticJobProperties.Dump dump = properties.getDump();
            try {
                SnapshotService service = dump.getAddress().isBlank()
                        ? new SnapshotService(regCenter, dump.getPort())
                        : new SnapshotService(regCenter, dump.getAddress(), dump.getPort());
                return service.listen();
            } catch (IllegalArgumentException | IllegalStateException cannotListen) {
                throw new ElasticJobPropertyException(
                        "elasticjob.dump.port",
                        cannotListen.getMessage(),
                        "Set another port or elasticjob.dump.address, or set elasticjob.dump.enabled to false",
                        cannotListen);
            }
        }
    }
}
