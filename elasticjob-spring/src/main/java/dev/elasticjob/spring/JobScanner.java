package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJob;
import dev.elasticjob.api.ElasticJobConfiguration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ClassPathBeanDefinitionScanner;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.util.StringUtils;

/** Registers beans for annotated jobs in packages. */
public final class JobScanner {

    private static final Logger LOG = LoggerFactory.getLogger(JobScanner.class);

    private final ClassPathBeanDefinitionScanner scanner;
    private final Environment environment;

    public JobScanner(BeanDefinitionRegistry registry, Environment environment, ResourceLoader resources) {
        this.environment = environment;
        scanner = new ClassPathBeanDefinitionScanner(registry, false, environment, resources);
        AnnotationTypeFilter annotated = new AnnotationTypeFilter(ElasticJobConfiguration.class, false);
        AssignableTypeFilter job = new AssignableTypeFilter(ElasticJob.class);
        scanner.addIncludeFilter((reader, factory) -> annotated.match(reader, factory) && job.match(reader, factory));
    }

    /**
     * Scans packages.
     *
     * @param packages package names, each of which may contain placeholders and several names separated by commas
     */
    public void scan(List<String> packages) {
        String[] names = packages.stream()
                .flatMap(each ->
                        StringUtils.commaDelimitedListToSet(environment.resolveRequiredPlaceholders(each)).stream())
                .map(String::strip)
                .toArray(String[]::new);
        if (scanner.scan(names) == 0) {
            LOG.info("No further class annotated with @ElasticJobConfiguration is below {}", List.of(names));
        }
    }
}
