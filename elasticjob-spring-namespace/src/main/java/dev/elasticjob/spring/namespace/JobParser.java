package dev.elasticjob.spring.namespace;

import dev.elasticjob.api.JobSetting;
import dev.elasticjob.spring.JobDefinitions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionReaderUtils;
import org.springframework.beans.factory.support.ManagedMap;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.beans.factory.xml.ParserContext;
import org.springframework.util.xml.DomUtils;
import org.w3c.dom.Element;

/** Parser of {@code <elasticjob:job>}: a bootstrap, of a one-off job if it has no schedule. */
final class JobParser extends BeanParser {

    private static final String THREADS = attribute(JobSetting.JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE);

    private static final String OTHER_THREADS = "job-executor-service-handler-type";

    private static final String ZONE = attribute(JobSetting.TIME_ZONE);

    private static final String OTHER_ZONE = JobSetting.TIME_ZONE.name();

    @Override
    AbstractBeanDefinition definition(Element element, ParserContext context) {
        refuseBoth(element, ZONE, OTHER_ZONE, context);
        refuseBoth(element, THREADS, OTHER_THREADS, context);
        RootBeanDefinition source = new RootBeanDefinition(XmlJobSource.class);
        MutablePropertyValues properties = source.getPropertyValues();
        properties.add("jobName", text(element, "id"));
        properties.add("settings", settings(element));
        setProperties(element, Map.of("registry-center-ref", "registryCenter"), properties);
        if (element.hasAttribute("tracing-ref")) {
            properties.add("tracing", new RuntimeBeanReference(text(element, "tracing-ref")));
        }
        Element props = DomUtils.getChildElementByTagName(element, "props");
        if (props != null) {
            properties.add("props", context.getDelegate().parsePropsElement(props));
        }
        what(element, context, properties);
        JobDefinitions.registerInfrastructure(context.getRegistry());
        return JobDefinitions.definition(!text(element, "cron").isEmpty(), source);
    }

    /** Returns the texts of the settings that are present, by name. They may contain placeholders. */
    private static ManagedMap<String, String> settings(Element element) {
        ManagedMap<String, String> result = new ManagedMap<>();
        JobSetting.all().forEach(setting -> add(element, attribute(setting), setting, result));
        add(element, OTHER_ZONE, JobSetting.TIME_ZONE, result);
        add(element, OTHER_THREADS, JobSetting.JOB_EXECUTOR_THREAD_POOL_SIZE_PROVIDER_TYPE, result);
        return result;
    }

    private static void add(Element element, String attribute, JobSetting<?> setting, Map<String, String> to) {
        if (element.hasAttribute(attribute)) {
            to.put(setting.name(), text(element, attribute));
        }
    }

    /** Returns the attribute of a setting: {@code sharding-total-count}. */
    private static String attribute(JobSetting<?> setting) {
        return setting.name().replaceAll("(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
    }

    private static void what(Element element, ParserContext context, MutablePropertyValues properties) {
        List<String> there = List.of("job-ref", "job-type", "class").stream()
                .filter(element::hasAttribute)
                .toList();
        if (there.size() != 1) {
            context.getReaderContext()
                    .error(
                            "<" + element.getTagName() + " id=\"" + text(element, "id") + "\"> has "
                                    + (there.isEmpty() ? "none" : String.join(" and ", there))
                                    + " of job-ref, job-type and class: it needs exactly one of them",
                            element);
            return;
        }
        switch (there.get(0)) {
            case "job-ref" -> properties.add("jobBean", text(element, "job-ref"));
            case "job-type" -> properties.add("jobType", text(element, "job-type"));
            default -> {
                RootBeanDefinition job = new RootBeanDefinition();
                job.setBeanClassName(text(element, "class"));
                properties.add(
                        "jobBean", BeanDefinitionReaderUtils.registerWithGeneratedName(job, context.getRegistry()));
            }
        }
    }
}
