package dev.elasticjob.spring.boot;

import dev.elasticjob.api.JobConfiguration;
import dev.elasticjob.spring.JobConfigurationCustomizer;
import dev.elasticjob.tracing.TracedJobs;
import dev.elasticjob.tracing.TracingConfiguration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** History in the application's database; replaced by a bean of type {@link TracingConfiguration} of the application. */
@Configuration(proxyBeanMethods = false)
class TracingBeans {

    private static final String PREFIX = ElasticJobProperties.PREFIX + ".tracing";

    /**
     * Not a bean of type DataSource, so that the application's data source remains the only one. Defined before the configuration that
     * uses it, because its condition checks for a configuration of the application.
     */
    @Bean(destroyMethod = "close")
    @ConditionalOnProperty(
            prefix = PREFIX,
            name = {"type", "data-source.url"})
    @ConditionalOnMissingBean(TracingConfiguration.class)
    TracingDataSource elasticJobTracingDataSource(ElasticJobProperties properties) {
        return TracingDataSource.open(properties.getTracing());
    }

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnProperty(prefix = PREFIX, name = "type")
    TracingConfiguration<?> elasticJobTracing(
            ElasticJobProperties properties, BeanFactory beans, ObjectProvider<TracingDataSource> ofItsOwn) {
        ElasticJobProperties.Tracing tracing = properties.getTracing();
        if (!tracing.getType().equals("RDB")) {
            throw new ElasticJobPropertyException(
                    PREFIX + ".type",
                    "it is '" + tracing.getType() + "', and what such history is written to is not known",
                    "Set it to RDB, or define a bean of type TracingConfiguration");
        }
        return new TracingConfiguration<>(
                "RDB", dataSource(tracing, beans, ofItsOwn), tracing.getSettings(), jobs(tracing));
    }

    private static DataSource dataSource(
            ElasticJobProperties.Tracing tracing, BeanFactory beans, ObjectProvider<TracingDataSource> ofItsOwn) {
        TracingDataSource own = ofItsOwn.getIfAvailable();
        if (own != null) {
            return own.dataSource();
        }
        if (tracing.getDataSource().getUsername() != null) {
            throw new ElasticJobPropertyException(
                    PREFIX + ".data-source.url",
                    "it is not set, but " + PREFIX + ".data-source.username is",
                    "Set it to the JDBC address of the database, or remove " + PREFIX
                            + ".data-source to write to the application's data source");
        }
        String name = tracing.getDataSourceBeanName();
        try {
            return name.isEmpty() ? beans.getBean(DataSource.class) : beans.getBean(name, DataSource.class);
        } catch (NoSuchBeanDefinitionException missing) {
            throw new ElasticJobPropertyException(
                    name.isEmpty() ? PREFIX + ".type" : PREFIX + ".data-source-bean-name",
                    "history is to be written to the application's data source, but " + missing.getMessage(),
                    "Configure spring.datasource; where there are several, make one primary or name it in " + PREFIX
                            + ".data-source-bean-name; or remove " + PREFIX + ".type",
                    missing);
        }
    }

    private static TracedJobs jobs(ElasticJobProperties.Tracing tracing) {
        Set<String> included = names(tracing.getIncludeJobNames());
        Set<String> excluded = names(tracing.getExcludeJobNames());
        if (!included.isEmpty() && !excluded.isEmpty()) {
            throw new ElasticJobPropertyException(
                    PREFIX + ".include-job-names",
                    "it is " + included + " while " + PREFIX + ".exclude-job-names is " + excluded
                            + ", and they exclude each other",
                    "Name either the jobs to write, or those to leave out");
        }
        return new TracedJobs(included, excluded);
    }

    /** Returns the names; also supports the notation of lists in properties files of the manual, {@code [ job-name ]}. */
    private static Set<String> names(List<String> list) {
        return list.stream()
                .map(each -> each.replaceAll("^\\s*\\[|\\]\\s*$", "").strip())
                .filter(each -> !each.isEmpty())
                .collect(Collectors.toSet());
    }

    /** Called first, so that customizers of the application receive the result. */
    @Bean
    @Order(Integer.MIN_VALUE)
    JobConfigurationCustomizer elasticJobTracingCustomizer(ObjectProvider<TracingConfiguration<?>> beans) {
        return written -> {
            JobConfiguration.Builder result = written.toBuilder();
            beans.orderedStream()
                    .filter(each -> !hasHistory(written, each.type()))
                    .forEach(result::addExtraConfigurations);
            return result.build();
        };
    }

    private static boolean hasHistory(JobConfiguration job, String type) {
        return job.getExtraConfigurations().stream()
                .anyMatch(each -> each instanceof TracingConfiguration<?> tracing
                        && tracing.type().equals(type));
    }
}
