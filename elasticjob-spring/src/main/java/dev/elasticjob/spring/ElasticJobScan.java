package dev.elasticjob.spring;

import dev.elasticjob.api.ElasticJobConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AliasFor;

/**
 * Registers beans for the classes that are annotated with {@link ElasticJobConfiguration}, and runs them, and all other beans with the
 * annotation, as jobs.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Import(ElasticJobScanRegistrar.class)
public @interface ElasticJobScan {

    /** Packages to search, including their subpackages; by default the package of the annotated class. */
    @AliasFor("basePackages")
    String[] value() default {};

    @AliasFor("value")
    String[] basePackages() default {};

    /** Classes whose packages are searched. */
    Class<?>[] basePackageClasses() default {};
}
