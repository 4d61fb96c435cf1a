package dev.elasticjob.spring.namespace;

import dev.elasticjob.tracing.TracingConfiguration;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.xml.ParserContext;
import org.w3c.dom.Element;

/** Parser of {@code <elasticjob:rdb-tracing>}: history in a database. */
final class RdbTracingParser extends BeanParser {

    @Override
    AbstractBeanDefinition definition(Element element, ParserContext context) {
        return BeanDefinitionBuilder.rootBeanDefinition(TracingConfiguration.class)
                .addConstructorArgValue("RDB")
                .addConstructorArgReference(text(element, "data-source-ref"))
                .getBeanDefinition();
    }
}
