package dev.elasticjob.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Permitted dependencies between modules. Console, lifecycle, core and api form a chain. Registries, tracing and
 * handlers depend on the api only, so that no plug-in depends on the internals of the engine. A module missing from the
 * table is rejected.
 */
final class Arrows {

    /** Folders of programs and tests around the product. No other module may depend on them. */
    private static final Set<String> FOLDERS_WITHOUT_RULES = Set.of("examples", "tools", "verification");

    static final Map<String, Set<String>> ALLOWED = Map.ofEntries(
            Map.entry("elasticjob-bom", Set.of()),
            Map.entry("elasticjob-api", Set.of()),
            Map.entry("elasticjob-core", Set.of("elasticjob-api")),
            Map.entry("elasticjob-registry-zookeeper", Set.of("elasticjob-api")),
            Map.entry("elasticjob-registry-jdbc", Set.of("elasticjob-api")),
            Map.entry("elasticjob-tracing-rdb", Set.of("elasticjob-api")),
            Map.entry("elasticjob-error-handlers", Set.of("elasticjob-api")),
            Map.entry(
                    "elasticjob-bootstrap",
                    Set.of("elasticjob-api", "elasticjob-core", "elasticjob-registry-zookeeper")),
            Map.entry("elasticjob-spring", Set.of("elasticjob-api", "elasticjob-core")),
            Map.entry(
                    "elasticjob-spring-namespace",
                    Set.of(
                            "elasticjob-api",
                            "elasticjob-core",
                            "elasticjob-registry-zookeeper",
                            "elasticjob-spring",
                            "elasticjob-tracing-rdb")),
            Map.entry(
                    "elasticjob-spring-boot-starter",
                    Set.of(
                            "elasticjob-api",
                            "elasticjob-core",
                            "elasticjob-registry-jdbc",
                            "elasticjob-registry-zookeeper",
                            "elasticjob-spring",
                            "elasticjob-spring-namespace",
                            "elasticjob-tracing-rdb")),
            Map.entry(
                    "elasticjob-lite-2x",
                    Set.of(
                            "elasticjob-api",
                            "elasticjob-core",
                            "elasticjob-registry-zookeeper",
                            "elasticjob-tracing-rdb")),
            Map.entry(
                    "elasticjob-lite-2x-lifecycle",
                    Set.of("elasticjob-api", "elasticjob-core", "elasticjob-lifecycle", "elasticjob-lite-2x")),
            Map.entry("elasticjob-lite-2x-spring", Set.of("elasticjob-lite-2x")),
            Map.entry("elasticjob-lifecycle", Set.of("elasticjob-api", "elasticjob-core")),
            Map.entry(
                    "elasticjob-console",
                    Set.of(
                            "elasticjob-api",
                            "elasticjob-core",
                            "elasticjob-lifecycle",
                            "elasticjob-registry-jdbc",
                            "elasticjob-registry-zookeeper",
                            "elasticjob-tracing-rdb")),
            Map.entry("elasticjob-test", Set.of("elasticjob-api", "elasticjob-core")),
            Map.entry("architecture-test", Set.of()));

    /** Permitted libraries of the modules that applications embed, which keep their dependencies to a minimum. */
    static final Map<String, Set<String>> ALLOWED_LIBRARIES = Map.of(
            "elasticjob-api", Set.of(),
            "elasticjob-core", Set.of("org.slf4j:slf4j-api", "org.yaml:snakeyaml"));

    private Arrows() {}

    /** Returns descriptions of the dependencies that the poms declare and the table forbids. */
    static List<String> forbiddenIn(Reactor reactor) {
        List<String> problems = new ArrayList<>();
        for (MavenModule module : reactor.modules().values()) {
            if (mayDependOnAnything(reactor.root(), module)) {
                continue;
            }
            Set<String> allowed = ALLOWED.get(module.name());
            if (allowed == null) {
                problems.add(module.name() + " is not in the table of modules");
                continue;
            }
            for (PomDependency each : module.dependencies()) {
                if (each.isOfMainCode() && !isAllowed(module, allowed, each)) {
                    problems.add(module.name() + " may not depend on " + each);
                }
            }
        }
        return problems;
    }

    /** Returns whether the module is below one of the folders without rules. */
    static boolean mayDependOnAnything(Path root, MavenModule module) {
        return FOLDERS_WITHOUT_RULES.contains(
                root.relativize(module.directory()).getName(0).toString());
    }

    private static boolean isAllowed(MavenModule module, Set<String> allowed, PomDependency dependency) {
        if (dependency.isOurs()) {
            return allowed.contains(dependency.artifactId());
        }
        Set<String> libraries = ALLOWED_LIBRARIES.get(module.name());
        return libraries == null || libraries.contains(dependency.groupId() + ":" + dependency.artifactId());
    }
}
