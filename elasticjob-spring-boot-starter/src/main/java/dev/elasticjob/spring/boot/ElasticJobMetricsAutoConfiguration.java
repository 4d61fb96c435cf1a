package dev.elasticjob.spring.boot;

import dev.elasticjob.spring.JobConfigurationCustomizer;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Auto-configuration of metrics, if Micrometer is available. */
@AutoConfiguration(after = ElasticJobAutoConfiguration.class)
@ConditionalOnClass(MeterBinder.class)
@ConditionalOnBean(JobsReport.class)
public class ElasticJobMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    JobMetrics elasticJobMetrics(ObjectProvider<JobsReport> report) {
        return new JobMetrics(report::getObject);
    }

    /** Processes every job of the context when it is defined. */
    @Bean
    JobConfigurationCustomizer elasticJobMetersOfJobs(JobMetrics metrics) {
        return configuration -> {
            metrics.register(configuration.getJobName());
            return configuration;
        };
    }
}
