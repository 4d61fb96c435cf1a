package dev.elasticjob.spring.boot;

import org.springframework.boot.actuate.autoconfigure.health.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Health auto-configuration for Spring Boot 3.5. */
@AutoConfiguration(after = ElasticJobAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(JobsReport.class)
@ConditionalOnEnabledHealthIndicator("elasticjob")
public class Boot3HealthAutoConfiguration {

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
