package dev.elasticjob.architecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** All modules of the build, by name. */
record Reactor(Path root, Map<String, MavenModule> modules) {

    private static final String PARENT = "elasticjob-parent";

    static Reactor ofThisBuild() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null) {
            if (Files.exists(directory.resolve("pom.xml"))
                    && MavenModule.read(directory).name().equals(PARENT)) {
                return at(directory);
            }
            directory = directory.getParent();
        }
        throw new IllegalStateException(
                "No pom of " + PARENT + " above " + Path.of("").toAbsolutePath());
    }

    static Reactor at(Path root) {
        Map<String, MavenModule> found = new TreeMap<>();
        Deque<MavenModule> toVisit = new ArrayDeque<>(List.of(MavenModule.read(root)));
        while (!toVisit.isEmpty()) {
            MavenModule parent = toVisit.pop();
            for (String each : parent.modules()) {
                MavenModule module = MavenModule.read(parent.directory().resolve(each));
                found.put(module.name(), module);
                toVisit.push(module);
            }
        }
        return new Reactor(root, found);
    }

    /** Returns the modules to which the rules apply. */
    List<MavenModule> judged() {
        return modules.values().stream()
                .filter(MavenModule::hasCode)
                .filter(module -> !Arrows.mayDependOnAnything(root, module))
                .toList();
    }

    /** Returns the modules that Maven builds before the given one. */
    Set<String> builtBefore(String name) {
        Set<String> before = new TreeSet<>();
        Deque<String> toVisit = new ArrayDeque<>(List.of(name));
        while (!toVisit.isEmpty()) {
            MavenModule module = modules.get(toVisit.pop());
            if (module != null) {
                for (PomDependency each : module.dependencies()) {
                    if (each.isOurs() && before.add(each.artifactId())) {
                        toVisit.push(each.artifactId());
                    }
                }
            }
        }
        return before;
    }

    JavaClasses mainCode() {
        return new ClassFileImporter()
                .importPaths(judged().stream().map(MavenModule::classes).toList());
    }

    static JavaClasses codeOf(MavenModule module) {
        return new ClassFileImporter().importPath(module.classes());
    }
}
