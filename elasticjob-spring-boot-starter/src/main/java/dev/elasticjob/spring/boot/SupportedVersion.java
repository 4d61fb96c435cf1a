package dev.elasticjob.spring.boot;

import org.springframework.boot.SpringBootVersion;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/**
 * Stops an application on Spring Boot 2, where it would otherwise start without its jobs or fail because of a missing class. This class
 * uses only classes of Spring Boot 2, so that it works there.
 */
public final class SupportedVersion implements ApplicationContextInitializer<ConfigurableApplicationContext> {

    /** Class of Spring 6, which Spring Boot 3 uses. */
    private static final String OF_SPRING_6 = "org.springframework.aot.AotDetector";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        if (!ClassUtils.isPresent(OF_SPRING_6, getClass().getClassLoader())) {
            String version = SpringBootVersion.getVersion();
            throw new IllegalStateException("This application runs on Spring Boot "
                    + (version == null ? "2" : version)
                    + ", but elasticjob-spring-boot-starter needs Spring Boot 3.5 or 4. Upgrade Spring Boot, or start"
                    + " the jobs without the starter: elasticjob-bootstrap needs Java 17 and no Spring");
        }
    }
}
