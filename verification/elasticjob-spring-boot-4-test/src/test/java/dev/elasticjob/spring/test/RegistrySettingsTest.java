package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.zookeeper.AclMode;
import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Tests that every setting of the registry is applied, from properties of Spring Boot and from XML. */
class RegistrySettingsTest extends ZookeeperTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class NoJobs {}

    private ZookeeperConfiguration expected() {
        ZookeeperConfiguration expected = new ZookeeperConfiguration(servers(), namespace());
        expected.setBaseSleepTimeMilliseconds(900);
        expected.setMaxSleepTimeMilliseconds(2000);
        expected.setMaxRetries(2);
        expected.setSessionTimeoutMilliseconds(40_000);
        expected.setConnectionTimeoutMilliseconds(14_000);
        expected.setDigest("user:secret");
        return expected;
    }

    /** Returns the settings that a center uses; it has no getter for them. */
    private static Object settings(ZookeeperRegistryCenter center) throws IllegalAccessException {
        Field field = Arrays.stream(ZookeeperRegistryCenter.class.getDeclaredFields())
                .filter(each -> each.getType().getSimpleName().equals("ClientSettings"))
                .findFirst()
                .orElseThrow();
        field.setAccessible(true);
        return field.get(center);
    }

    private static void assertSettings(ConfigurableApplicationContext context, ZookeeperConfiguration expected)
            throws IllegalAccessException {
        try (ZookeeperRegistryCenter other = new ZookeeperRegistryCenter(expected)) {
            other.init();
            assertThat(settings(context.getBean(ZookeeperRegistryCenter.class)))
                    .isNotNull()
                    .usingRecursiveComparison()
                    .isEqualTo(settings(other));
        }
    }

    @Test
    void properties_of_boot_arrive() throws Exception {
        ZookeeperConfiguration expected = expected();
        expected.setAclMode(AclMode.OPEN);
        expected.setClientProperty("zookeeper.request.timeout", "50000");
        assertSettings(
                start(
                        NoJobs.class,
                        "elasticjob.reg-center.base-sleep-time-milliseconds=900",
                        "elasticjob.reg-center.max-sleep-time-milliseconds=2000",
                        "elasticjob.reg-center.max-retries=2",
                        "elasticjob.reg-center.session-timeout-milliseconds=40000",
                        "elasticjob.reg-center.connection-timeout-milliseconds=14000",
                        "elasticjob.reg-center.digest=user:secret",
                        "elasticjob.reg-center.acl-mode=open",
                        "elasticjob.reg-center.client-properties.[zookeeper.request.timeout]=50000"),
                expected);
    }

    @Test
    void properties_of_boot_arrive_in_the_spelling_of_the_manual() throws Exception {
        assertSettings(
                start(
                        NoJobs.class,
                        "elasticjob.regCenter.baseSleepTimeMilliseconds=900",
                        "elasticjob.regCenter.maxSleepTimeMilliseconds=2000",
                        "elasticjob.regCenter.maxRetries=2",
                        "elasticjob.regCenter.sessionTimeoutMilliseconds=40000",
                        "elasticjob.regCenter.connectTimeoutMilliseconds=14000",
                        "elasticjob.regCenter.digest=user:secret"),
                expected());
    }

    @Test
    void unset_properties_of_boot_have_their_defaults() throws Exception {
        assertSettings(start(NoJobs.class), new ZookeeperConfiguration(servers(), namespace()));
    }

    @Test
    void attributes_of_xml_arrive() throws Exception {
        GenericXmlApplicationContext context = manage(new GenericXmlApplicationContext());
        context.getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource(
                        "test",
                        Map.of(
                                "servers", servers(),
                                "namespace", namespace(),
                                "timeout", "40000",
                                "limit", "30s",
                                "scanned.package", "none",
                                "scanned.cron", "0 0 4 * * ?")));
        context.load("xml/every-attribute.xml");
        context.refresh();
        assertSettings(context, expected());
    }
}
