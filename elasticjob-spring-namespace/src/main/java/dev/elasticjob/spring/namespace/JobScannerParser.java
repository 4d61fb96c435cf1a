package dev.elasticjob.spring.namespace;

import dev.elasticjob.spring.JobDefinitions;
import dev.elasticjob.spring.JobScanner;
import java.util.List;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.xml.BeanDefinitionParser;
import org.springframework.beans.factory.xml.ParserContext;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.ResourceLoader;
import org.w3c.dom.Element;

/** Parser of {@code <elasticjob:job-scanner>}: beans of the annotated classes in some packages. */
final class JobScannerParser implements BeanDefinitionParser {

    @Override
    public BeanDefinition parse(Element element, ParserContext context) {
        ResourceLoader resources = context.getReaderContext().getResourceLoader();
        new JobScanner(
                        context.getRegistry(),
                        context.getReaderContext().getEnvironment(),
                        resources == null ? new DefaultResourceLoader() : resources)
                .scan(List.of(element.getAttribute("base-package")));
        JobDefinitions.registerInfrastructure(context.getRegistry());
        return null;
    }
}
