package dev.elasticjob.lite2x.spring;

import com.dangdang.ddframe.job.api.JobType;
import com.dangdang.ddframe.job.event.rdb.JobEventRdbConfiguration;
import com.dangdang.ddframe.job.lite.spring.api.SpringJobScheduler;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.config.TypedStringValue;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.ManagedList;
import org.springframework.beans.factory.support.ManagedMap;
import org.springframework.beans.factory.xml.AbstractBeanDefinitionParser;
import org.springframework.beans.factory.xml.ParserContext;
import org.springframework.util.xml.DomUtils;
import org.w3c.dom.Attr;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;

/** Reads the elements of jobs. Attributes are passed on as text, so that placeholders are replaced first. */
public final class JobParser extends AbstractBeanDefinitionParser {

    private static final String CLASS = "class";
    private static final String JOB_REF = "job-ref";

    private final JobType type;

    public JobParser(JobType type) {
        this.type = type;
    }

    @Override
    protected AbstractBeanDefinition parseInternal(Element element, ParserContext parserContext) {
        BeanDefinitionBuilder scheduler = BeanDefinitionBuilder.rootBeanDefinition(SpringJobScheduler.class)
                .setInitMethodName("init")
                .addConstructorArgValue(job(element, parserContext))
                .addConstructorArgReference(element.getAttribute("registry-center-ref"))
                .addConstructorArgValue(configuration(element));
        String dataSource = element.getAttribute("event-trace-rdb-data-source");
        if (!dataSource.isBlank()) {
            scheduler.addConstructorArgValue(BeanDefinitionBuilder.rootBeanDefinition(JobEventRdbConfiguration.class)
                    .addConstructorArgReference(dataSource)
                    .getBeanDefinition());
        }
        return scheduler.addConstructorArgValue(listeners(element)).getBeanDefinition();
    }

    private Object job(Element element, ParserContext parserContext) {
        if (type == JobType.SCRIPT) {
            return null;
        }
        if (!element.getAttribute(JOB_REF).isBlank()) {
            return new RuntimeBeanReference(element.getAttribute(JOB_REF));
        }
        if (element.getAttribute(CLASS).isBlank()) {
            parserContext
                    .getReaderContext()
                    .error(
                            "Job '" + element.getAttribute(ID_ATTRIBUTE) + "' has neither the attribute " + CLASS
                                    + " nor " + JOB_REF + ". Set one of them.",
                            element);
        }
        return BeanDefinitionBuilder.rootBeanDefinition(element.getAttribute(CLASS))
                .getBeanDefinition();
    }

    private BeanDefinition configuration(Element element) {
        ManagedMap<String, TypedStringValue> attributes = new ManagedMap<>();
        NamedNodeMap all = element.getAttributes();
        for (int i = 0; i < all.getLength(); i++) {
            Attr each = (Attr) all.item(i);
            attributes.put(each.getName(), new TypedStringValue(each.getValue(), String.class));
        }
        return BeanDefinitionBuilder.genericBeanDefinition(XmlJob.class)
                .setFactoryMethod("configuration")
                .addConstructorArgValue(type)
                .addConstructorArgValue(attributes)
                .addConstructorArgValue(
                        element.getAttribute(JOB_REF).isBlank() || type == JobType.SCRIPT
                                ? null
                                : new RuntimeBeanReference(element.getAttribute(JOB_REF)))
                .getBeanDefinition();
    }

    private static ManagedList<BeanDefinition> listeners(Element element) {
        ManagedList<BeanDefinition> result = new ManagedList<>();
        Element listener = DomUtils.getChildElementByTagName(element, "listener");
        if (listener != null) {
            result.add(BeanDefinitionBuilder.rootBeanDefinition(listener.getAttribute(CLASS))
                    .getBeanDefinition());
        }
        Element once = DomUtils.getChildElementByTagName(element, "distributed-listener");
        if (once != null) {
            result.add(BeanDefinitionBuilder.rootBeanDefinition(once.getAttribute(CLASS))
                    .addConstructorArgValue(once.getAttribute("started-timeout-milliseconds"))
                    .addConstructorArgValue(once.getAttribute("completed-timeout-milliseconds"))
                    .getBeanDefinition());
        }
        return result;
    }

    /** Returns false, because the id is the name of the job. */
    @Override
    protected boolean shouldGenerateId() {
        return false;
    }
}
