package dev.elasticjob.spring.namespace;

import dev.elasticjob.spring.JobDefinitions;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.beans.MutablePropertyValues;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionReaderUtils;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.beans.factory.xml.ParserContext;
import org.springframework.util.xml.DomUtils;
import org.w3c.dom.Element;

/** Parser of {@code <elasticjob:job>}: a bootstrap, of a one-off job if it has no schedule. */
final class JobParser extends BeanParser {

    private static final String THREADS = "jobExecutorThreadPoolSizeProviderType";

    private static final Map<String, String> SETTINGS = new TreeMap<>(Map.ofEntries(
            Map.entry("cron", "cron"),
            Map.entry("time-zone", "timeZone"),
            Map.entry("timeZone", "timeZone"),
            Map.entry("sharding-total-count", "shardingTotalCount"),
            Map.entry("sharding-item-parameters", "shardingItemParameters"),
            Map.entry("job-parameter", "jobParameter"),
            Map.entry("monitor-execution", "monitorExecution"),
            Map.entry("failover", "failover"),
            Map.entry("misfire", "misfire"),
            Map.entry("max-time-diff-seconds", "maxTimeDiffSeconds"),
            Map.entry("reconcile-interval-minutes", "reconcileIntervalMinutes"),
            Map.entry("job-sharding-strategy-type", "jobShardingStrategyType"),
            Map.entry("job-executor-thread-pool-size-provider-type", THREADS),
            Map.entry("job-executor-service-handler-type", THREADS),
            Map.entry("job-error-handler-type", "jobErrorHandlerType"),
            Map.entry("job-listener-types", "jobListenerTypes"),
            Map.entry("description", "description"),
            Map.entry("disabled", "disabled"),
            Map.entry("overwrite", "overwrite"),
            Map.entry("label", "label"),
            Map.entry("static-sharding", "staticSharding"),
            Map.entry("registry-center-ref", "registryCenter")));

    @Override
    AbstractBeanDefinition definition(Element element, ParserContext context) {
        refuseBoth(element, "time-zone", "timeZone", context);
        refuseBoth(
                element, "job-executor-thread-pool-size-provider-type", "job-executor-service-handler-type", context);
        RootBeanDefinition source = new RootBeanDefinition(XmlJobSource.class);
        MutablePropertyValues properties = source.getPropertyValues();
        properties.add("jobName", text(element, "id"));
        setProperties(element, SETTINGS, properties);
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
