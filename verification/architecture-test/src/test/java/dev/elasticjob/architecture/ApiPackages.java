package dev.elasticjob.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.util.Set;

/**
 * Packages that applications and plug-ins may use and whose compatibility is therefore preserved: every public or
 * protected element of the published modules, except the packages below.
 */
final class ApiPackages {

    /** Internal with all packages below it. */
    private static final String ENGINE = "dev.elasticjob.engine";

    /** Packages that are public only for other modules of this build. */
    private static final Set<String> INTERNAL = Set.of(
            "dev.elasticjob.config",
            ENGINE,
            "dev.elasticjob.error",
            "dev.elasticjob.identity",
            "dev.elasticjob.lite2x",
            "dev.elasticjob.lite2x.lifecycle",
            "dev.elasticjob.lite2x.spring",
            "dev.elasticjob.scheduler",
            "dev.elasticjob.sharding",
            "dev.elasticjob.spring.namespace",
            "dev.elasticjob.test.cluster",
            "dev.elasticjob.threads",
            "dev.elasticjob.type",
            "dev.elasticjob.type.http",
            "dev.elasticjob.type.script");

    /** API types in packages that are internal otherwise. */
    private static final Set<String> EXCEPTIONS = Set.of("dev.elasticjob.scheduler.OneOffResult");

    /** Modules that are programs and not libraries. */
    static final Set<String> PROGRAMS = Set.of("elasticjob-console");

    private ApiPackages() {}

    static boolean contain(JavaClass type) {
        String outermost = type.getName().replaceFirst("\\$.*", "");
        String name = type.getPackageName();
        return EXCEPTIONS.contains(outermost) || !INTERNAL.contains(name) && !name.startsWith(ENGINE + ".");
    }

    static Set<String> internal() {
        return INTERNAL;
    }
}
