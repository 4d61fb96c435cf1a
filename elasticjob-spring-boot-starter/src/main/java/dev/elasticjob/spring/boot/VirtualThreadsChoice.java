package dev.elasticjob.spring.boot;

import dev.elasticjob.registry.CoordinatorRegistryCenter;
import dev.elasticjob.threads.VirtualThreads;
import java.util.Optional;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.env.Environment;

/** Applies the properties for virtual threads to every registry center, before jobs are started on it. */
final class VirtualThreadsChoice implements BeanPostProcessor {

    private static final String OF_SPRING = "spring.threads.virtual.enabled";
    private static final int FIRST_JAVA = 21;

    private final Environment environment;

    VirtualThreadsChoice(Environment environment) {
        this.environment = environment;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof CoordinatorRegistryCenter center) {
            choice().ifPresent(virtual -> VirtualThreads.choose(center, virtual));
        }
        return bean;
    }

    /**
     * Returns the setting. If the JVM has no virtual threads, Spring ignores its property, whereas a warning is logged for the property
     * of this starter.
     */
    private Optional<Boolean> choice() {
        return Optional.ofNullable(environment.getProperty(VirtualThreads.SWITCH, Boolean.class))
                .or(() -> Optional.ofNullable(environment.getProperty(OF_SPRING, Boolean.class))
                        .filter(wanted -> !wanted || Runtime.version().feature() >= FIRST_JAVA));
    }
}
