package dev.elasticjob.spring.boot;

import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** Runtime hints for classes that are looked up by name and would be missing in a native image. */
final class ElasticJobRuntimeHints implements RuntimeHintsRegistrar {

    /** Extensions of the Spring modules and of modules that the starter includes; core and ZooKeeper contain their own lists. */
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
        // The methods of the superclass that properties are bound to.
        hints.reflection().registerType(JobSettingProperties.class, MemberCategory.INVOKE_DECLARED_METHODS);
        for (String each : SERVICES) {
            hints.resources().registerPattern(each);
        }
    }
}
