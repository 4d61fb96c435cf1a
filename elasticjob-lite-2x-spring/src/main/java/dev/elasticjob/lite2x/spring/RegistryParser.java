package dev.elasticjob.lite2x.spring;

import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperConfiguration;
import com.dangdang.ddframe.job.reg.zookeeper.ZookeeperRegistryCenter;
import java.util.Map;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.xml.AbstractBeanDefinitionParser;
import org.springframework.beans.factory.xml.ParserContext;
import org.w3c.dom.Element;

/** Reads {@code reg:zookeeper}: a registry center that is connected with the context and closed with it. */
public final class RegistryParser extends AbstractBeanDefinitionParser {

    private static final Map<String, String> PROPERTIES = Map.of(
            "base-sleep-time-milliseconds", "baseSleepTimeMilliseconds",
            "max-sleep-time-milliseconds", "maxSleepTimeMilliseconds",
            "max-retries", "maxRetries",
            "session-timeout-milliseconds", "sessionTimeoutMilliseconds",
            "connection-timeout-milliseconds", "connectionTimeoutMilliseconds",
            "digest", "digest");

    @Override
    protected AbstractBeanDefinition parseInternal(Element element, ParserContext parserContext) {
        BeanDefinitionBuilder configuration = BeanDefinitionBuilder.rootBeanDefinition(ZookeeperConfiguration.class)
                .addConstructorArgValue(element.getAttribute("server-lists"))
                .addConstructorArgValue(element.getAttribute("namespace"));
        PROPERTIES.forEach((attribute, property) -> {
            if (!element.getAttribute(attribute).isBlank()) {
                configuration.addPropertyValue(property, element.getAttribute(attribute));
            }
        });
        return BeanDefinitionBuilder.rootBeanDefinition(ZookeeperRegistryCenter.class)
                .addConstructorArgValue(configuration.getBeanDefinition())
                .setInitMethodName("init")
                .setDestroyMethodName("close")
                .getBeanDefinition();
    }
}
