package dev.elasticjob.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** Health auto-configuration for Spring Boot 4. */
@AutoConfiguration(after = ElasticJobAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(JobsReport.class)
@ConditionalOnEnabledHealthIndicator("elasticjob")
public class Boot4HealthAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean(name = "elasticjobHealthIndicator")
    HealthIndicator elasticjobHealthIndicator(JobsReport report) {
        return () -> {
            RegistryHealth found = RegistryHealth.of(report);
            Health.Builder health = new Health.Builder().withDetails(found.details());
            if (!found.isKnown()) {
                return health.unknown().build();
            }
            return found.isUp() ? health.up().build() : health.down().build();
        };
    }
}
