package dev.elasticjob.spring.namespace;

import java.util.Map;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.parsing.BeanComponentDefinition;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.xml.BeanDefinitionParser;
import org.springframework.beans.factory.xml.ParserContext;
import org.w3c.dom.Element;

/** Parser of an element that defines one bean with its {@code id} as name. */
abstract class BeanParser implements BeanDefinitionParser {

    abstract AbstractBeanDefinition definition(Element element, ParserContext context);

    @Override
    public final BeanDefinition parse(Element element, ParserContext context) {
        AbstractBeanDefinition definition = definition(element, context);
        definition.setSource(context.extractSource(element));
        // A job's id may be a placeholder; placeholders that only a placeholder configurer can resolve are kept.
        String name = context.getReaderContext().getEnvironment().resolvePlaceholders(text(element, "id"));
        context.registerBeanComponent(new BeanComponentDefinition(definition, name));
        return definition;
    }

    static String text(Element element, String attribute) {
        return element.getAttribute(attribute).strip();
    }

    /** Sets the properties whose attributes are present. */
    static void setProperties(
            Element element, Map<String, String> propertyByAttribute, MutablePropertyValues properties) {
        propertyByAttribute.forEach((attribute, property) -> {
            if (element.hasAttribute(attribute)) {
                properties.add(property, text(element, attribute));
            }
        });
    }

    /** Rejects an element with both spellings of an attribute. */
    static void refuseBoth(Element element, String one, String other, ParserContext context) {
        if (element.hasAttribute(one) && element.hasAttribute(other)) {
            context.getReaderContext()
                    .error(
                            "<" + element.getTagName() + " id=\"" + text(element, "id") + "\"> has both " + one
                                    + " and " + other + ": leave one of them out",
                            element);
        }
    }
}
