package dev.elasticjob.spring.namespace;

import dev.elasticjob.snapshot.SnapshotService;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.xml.ParserContext;
import org.w3c.dom.Element;

/** Parser of {@code <elasticjob:snapshot>}: the dump port. */
final class SnapshotParser extends BeanParser {

    @Override
    AbstractBeanDefinition definition(Element element, ParserContext context) {
        BeanDefinitionBuilder service = BeanDefinitionBuilder.rootBeanDefinition(SnapshotService.class)
                .addConstructorArgReference(text(element, "registry-center-ref"));
        if (element.hasAttribute("bind-address")) {
            service.addConstructorArgValue(text(element, "bind-address"));
        }
        return service.addConstructorArgValue(text(element, "dump-port"))
                .setInitMethodName("listen")
                .setDestroyMethodName("close")
                .getBeanDefinition();
    }
}
