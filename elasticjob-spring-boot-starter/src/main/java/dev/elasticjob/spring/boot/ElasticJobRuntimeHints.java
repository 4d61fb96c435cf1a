package dev.elasticjob.spring.boot;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** What is found by its name while an application runs, and would be missing in a native image. */
final class ElasticJobRuntimeHints implements RuntimeHintsRegistrar {

    /** Extensions of the Spring modules and of those that the starter brings; core and ZooKeeper carry their own lists. */
    private static final String[] EXTENSIONS = {
        "dev.elasticjob.spring.ListenerTracing",
        "dev.elasticjob.spring.ProxiedJobClassName",
        "dev.elasticjob.tracing.rdb.RdbTracingListenerFactory",
    };

    private static final String[] SERVICES = {
        "META-INF/services/dev.elasticjob.tracing.TracingListenerFactory",
        "META-INF/services/dev.elasticjob.executor.JobClassNameProvider",
    };

    @Override
    public void registerHints(RuntimeHints hints, ClassLoader classLoader) {
        for (String each : EXTENSIONS) {
            if (ClassUtils.isPresent(each, classLoader)) {
                hints.reflection()
                        .registerType(
                                ClassUtils.resolveClassName(each, classLoader),
                                MemberCategory.INVOKE_PUBLIC_CONSTRUCTORS);
            }
        }
        for (String each : SERVICES) {
            hints.resources().registerPattern(each);
        }
    }
}
