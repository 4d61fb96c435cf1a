package dev.elasticjob.spring.namespace;

import dev.elasticjob.registry.zookeeper.ZookeeperConfiguration;
import dev.elasticjob.registry.zookeeper.ZookeeperRegistryCenter;
import java.util.Map;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.xml.ParserContext;
import org.w3c.dom.Element;

/** Parser of {@code <elasticjob:zookeeper>}: a registry center. */
final class ZookeeperParser extends BeanParser {

    private static final String CONNECTION_TIMEOUT = "connectionTimeoutMilliseconds";

    private static final Map<String, String> SETTINGS = Map.of(
            "base-sleep-time-milliseconds", "baseSleepTimeMilliseconds",
            "max-sleep-time-milliseconds", "maxSleepTimeMilliseconds",
            "max-retries", "maxRetries",
            "session-timeout-milliseconds", "sessionTimeoutMilliseconds",
            "connection-timeout-milliseconds", CONNECTION_TIMEOUT,
            "connect-timeout-milliseconds", CONNECTION_TIMEOUT,
            "digest", "digest");

    @Override
    AbstractBeanDefinition definition(Element element, ParserContext context) {
        refuseBoth(element, "connection-timeout-milliseconds", "connect-timeout-milliseconds", context);
        AbstractBeanDefinition configuration = BeanDefinitionBuilder.rootBeanDefinition(ZookeeperConfiguration.class)
                .addConstructorArgValue(text(element, "server-lists"))
                .addConstructorArgValue(text(element, "namespace"))
                .getBeanDefinition();
        setProperties(element, SETTINGS, configuration.getPropertyValues());
        return BeanDefinitionBuilder.rootBeanDefinition(ZookeeperRegistryCenter.class)
                .addConstructorArgValue(configuration)
                .setInitMethodName("init")
                .setDestroyMethodName("close")
                .getBeanDefinition();
    }
}
