package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;

/** Registry center, unless the application defines one. */
final class RegistryConfiguration {

    private static final Pattern SETTING = Pattern.compile("ZooKeeper setting (\\w+) '");

    private RegistryConfiguration() {}

    /** Registry in this process. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(CoordinatorRegistryCenter.class)
    @ConditionalOnProperty(prefix = ElasticJobProperties.PREFIX, name = "development-registry")
    static class Development {

        @Bean(destroyMethod = "close")
        DevelopmentRegistry elasticJobDevelopmentRegistry(ElasticJobProperties properties) {
            return new DevelopmentRegistry(properties.getDevelopmentRegistry());
        }

        @Bean(initMethod = "init", destroyMethod = "close")
        CoordinatorRegistryCenter elasticJobRegistryCenter(DevelopmentRegistry registry) {
            return registry.newCenter();
        }
    }

    /** Registry in a database. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(CoordinatorRegistryCenter.class)
    @ConditionalOnClass(name = "dev.elasticjob.registry.jdbc.JdbcRegistryCenter")
    @Conditional(OnDatabaseRegistry.class)
    static class Database {

        @Bean(initMethod = "init", destroyMethod = "close")
        CoordinatorRegistryCenter elasticJobRegistryCenter(ElasticJobProperties properties, BeanFactory beans) {
            return DatabaseRegistry.create(properties.getRegCenter(), beans);
        }
    }

    /** Registry on ZooKeeper. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnMissingBean(CoordinatorRegistryCenter.class)
    static class Zookeeper {

        @Bean(initMethod = "init", destroyMethod = "close")
        ZookeeperRegistryCenter elasticJobRegistryCenter(ElasticJobProperties properties) {
            ZookeeperConfiguration configuration = configuration(properties.getRegCenter());
            try {
                return new ZookeeperRegistryCenter(configuration);
            } catch (IllegalArgumentException wrong) {
                Matcher setting = SETTING.matcher(wrong.getMessage());
                String name = setting.find() ? setting.group(1) : "serverLists";
                throw new ElasticJobPropertyException(
                        PropertyNames.ofRegCenter(name), wrong.getMessage(), "Correct it", wrong);
            }
        }

        private static ZookeeperConfiguration configuration(ElasticJobProperties.RegCenter properties) {
            if (OnDatabaseRegistry.matches(
                    properties.getType() == null ? "" : properties.getType().name(),
                    properties.getServerLists(),
                    properties.getDataSourceBeanName())) {
                throw new ElasticJobPropertyException(
                        PropertyNames.ofRegCenter("type"),
                        "the registry is in a database, and its module is not on the class path",
                        "Add the dependency dev.elasticjob:elasticjob-registry-jdbc and the driver of the database");
            }
            require("server-lists", properties.getServerLists());
            require("namespace", properties.getNamespace());
            ZookeeperConfiguration result =
                    new ZookeeperConfiguration(properties.getServerLists(), properties.getNamespace());
            result.setBaseSleepTimeMilliseconds(properties.getBaseSleepTimeMilliseconds());
            result.setMaxSleepTimeMilliseconds(properties.getMaxSleepTimeMilliseconds());
            result.setMaxRetries(properties.getMaxRetries());
            result.setSessionTimeoutMilliseconds(properties.getSessionTimeoutMilliseconds());
            Integer otherSpelling = properties.getConnectTimeoutMilliseconds();
            result.setConnectionTimeoutMilliseconds(
                    otherSpelling == null ? properties.getConnectionTimeoutMilliseconds() : otherSpelling);
            result.setDigest(properties.getDigest());
            if (properties.getAclMode() != null) {
                result.setAclMode(properties.getAclMode());
            }
            properties.getClientProperties().forEach(result::setClientProperty);
            return result;
        }
    }

    static void require(String name, String value) {
        if (value.isBlank()) {
            throw new ElasticJobPropertyException(
                    "elasticjob.reg-center." + name,
                    "it is not set, so there is no registry in which the jobs of several processes could meet",
                    "Set elasticjob.reg-center.server-lists and elasticjob.reg-center.namespace; for development"
                            + " without ZooKeeper set elasticjob.development-registry to in-memory or"
                            + " embedded-zookeeper; or define a bean of type CoordinatorRegistryCenter; or set"
                            + " elasticjob.enabled to false");
        }
    }
}
