package dev.elasticjob.spring;

import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/** Implements {@link ElasticJobScan}. */
final class ElasticJobScanRegistrar implements ImportBeanDefinitionRegistrar {

    private final Environment environment;
    private final ResourceLoader resources;

    ElasticJobScanRegistrar(Environment environment, ResourceLoader resources) {
        this.environment = environment;
        this.resources = resources;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        AnnotationAttributes scan =
                AnnotationAttributes.fromMap(importing.getAnnotationAttributes(ElasticJobScan.class.getName()));
        if (scan == null) {
            throw new IllegalStateException(importing.getClassName() + " imports "
                    + getClass().getName() + " without @ElasticJobScan: use that annotation");
        }
        List<String> packages = new ArrayList<>(List.of(scan.getStringArray("basePackages")));
        for (Class<?> each : scan.getClassArray("basePackageClasses")) {
            packages.add(each.getPackageName());
        }
        if (packages.isEmpty()) {
            packages.add(ClassUtils.getPackageName(importing.getClassName()));
        }
        new JobScanner(registry, environment, resources).scan(packages);
        JobDefinitions.registerInfrastructure(registry);
    }
}
