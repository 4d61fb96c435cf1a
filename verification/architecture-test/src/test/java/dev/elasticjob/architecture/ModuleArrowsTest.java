package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that console, lifecycle, core and api form a chain, and that plug-ins depend on the api only. */
class ModuleArrowsTest {

    private final Reactor reactor = Reactor.ofThisBuild();

    @Test
    void poms_declare_only_arrows_that_are_allowed() {
        assertThat(Arrows.forbiddenIn(reactor)).isEmpty();
    }

    @Test
    void every_module_with_code_is_built_before_it_is_judged() {
        Set<String> built = reactor.builtBefore("architecture-test");
        assertThat(reactor.judged())
                .isNotEmpty()
                .allSatisfy(module -> assertThat(built)
                        .as("architecture-test must depend on every module with code")
                        .contains(module.name()));
        assertThat(reactor.judged())
                .allSatisfy(module -> assertThat(module.classes())
                        .as("build the whole project, not this module alone")
                        .isDirectory());
    }

    @Test
    void code_follows_the_arrows_too() {
        Rules.modulesKnowOnlyWhatTheyMay(Arrows.ALLOWED, moduleOfEachClass()).check(reactor.mainCode());
    }

    @Test
    void the_api_needs_nothing_but_the_jdk() {
        var api = Reactor.codeOf(reactor.modules().get("elasticjob-api"));
        Rules.theyNeedNothingButTheJdk(api).check(api);
    }

    private Map<String, String> moduleOfEachClass() {
        Map<String, String> moduleOf = new HashMap<>();
        for (MavenModule module : reactor.judged()) {
            Reactor.codeOf(module).forEach(each -> moduleOf.put(each.getName(), module.name()));
        }
        return moduleOf;
    }

    // ---- tests of the rules ----

    @Test
    void a_plug_in_that_depends_on_core_is_found(@TempDir Path root) throws IOException {
        pom(root, "elasticjob-parent", "<modules><module>plug-in</module></modules>");
        pom(
                root.resolve("plug-in"),
                "elasticjob-tracing-rdb",
                dependency("dev.elasticjob", "elasticjob-api", "compile")
                        + dependency("${project.groupId}", "elasticjob-core", "runtime")
                        + dependency("dev.elasticjob", "elasticjob-test", "test"));

        assertThat(Arrows.forbiddenIn(Reactor.at(root)))
                .containsExactly("elasticjob-tracing-rdb may not depend on ${project.groupId}:elasticjob-core:runtime");
    }

    @Test
    void a_dependency_in_a_profile_is_found(@TempDir Path root) throws IOException {
        pom(root, "elasticjob-parent", "<modules><module>api</module></modules>");
        pom(
                root.resolve("api"),
                "elasticjob-api",
                "<profiles><profile>" + dependency("dev.elasticjob", "elasticjob-core", "provided")
                        + "</profile></profiles>");

        assertThat(Arrows.forbiddenIn(Reactor.at(root)))
                .containsExactly("elasticjob-api may not depend on dev.elasticjob:elasticjob-core:provided");
    }

    @Test
    void a_library_in_the_api_is_found(@TempDir Path root) throws IOException {
        pom(root, "elasticjob-parent", "<modules><module>api</module></modules>");
        pom(root.resolve("api"), "elasticjob-api", dependency("org.slf4j", "slf4j-api", "compile"));

        assertThat(Arrows.forbiddenIn(Reactor.at(root)))
                .containsExactly("elasticjob-api may not depend on org.slf4j:slf4j-api:compile");
    }

    @Test
    void a_module_without_a_place_is_found(@TempDir Path root) throws IOException {
        pom(root, "elasticjob-parent", "<modules><module>a</module><module>examples</module></modules>");
        pom(root.resolve("a"), "elasticjob-everything", "");
        pom(
                root.resolve("examples"),
                "examples",
                "<modules><module>one</module></modules>" + dependency("dev.elasticjob", "elasticjob-core", "compile"));
        pom(root.resolve("examples/one"), "example-one", dependency("dev.elasticjob", "elasticjob-core", "compile"));

        assertThat(Arrows.forbiddenIn(Reactor.at(root)))
                .containsExactly("elasticjob-everything is not in the table of modules");
    }

    @Test
    void a_module_that_may_be_judged_before_it_is_built_is_found(@TempDir Path root) throws IOException {
        pom(root, "elasticjob-parent", "<modules><module>a</module><module>b</module><module>c</module></modules>");
        pom(root.resolve("a"), "architecture-test", dependency("dev.elasticjob", "elasticjob-core", "test"));
        pom(root.resolve("b"), "elasticjob-core", dependency("dev.elasticjob", "elasticjob-api", "compile"));
        pom(root.resolve("c"), "elasticjob-console", "");

        assertThat(Reactor.at(root).builtBefore("architecture-test"))
                .containsExactly("elasticjob-api", "elasticjob-core");
    }

    @Test
    void code_that_sees_a_forbidden_module_is_found() {
        var code = new ClassFileImporter().importPackages(Broken.ROOT);
        Map<String, String> moduleOf = Map.of(
                Broken.ROOT + ".config.KnowsEngine", "plug-in",
                Broken.ROOT + ".engine.Shown", "core");

        Broken.assertBites(Rules.modulesKnowOnlyWhatTheyMay(Map.of("plug-in", Set.of()), moduleOf), code);
        Broken.assertLetsPass(Rules.modulesKnowOnlyWhatTheyMay(Map.of("plug-in", Set.of("core")), moduleOf), code);
    }

    @Test
    void code_that_needs_a_library_is_found() {
        var library = Broken.only("code.Careless$NeedsLibrary");
        var none = Broken.only("registry.memory.MemoryTree");

        Broken.assertBites(Rules.theyNeedNothingButTheJdk(library), library);
        Broken.assertLetsPass(Rules.theyNeedNothingButTheJdk(none), none);
    }

    private static void pom(Path directory, String name, String content) throws IOException {
        Files.createDirectories(directory);
        Files.write(
                directory.resolve("pom.xml"),
                List.of("<project><artifactId>" + name + "</artifactId>", content, "</project>"));
    }

    private static String dependency(String group, String name, String scope) {
        return "<dependencies><dependency><groupId>" + group + "</groupId><artifactId>" + name + "</artifactId><scope>"
                + scope + "</scope></dependency></dependencies>";
    }
}
