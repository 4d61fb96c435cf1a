package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Verifies that the published modules keep the API listed in {@code api/}, which is that of the last release, or that of
 * the first release while there is none. {@code tools/api} writes the listings.
 */
class ApiTest {

    private static final String RECORD = "api.record";
    private static final String VERSION_LINE = "# The API of version ";

    private final Reactor reactor = Reactor.ofThisBuild();
    private final Path folder = reactor.root().resolve("api");

    @Test
    void no_change_breaks_code_that_was_compiled_against_the_listed_version() throws IOException {
        Map<String, ApiListing> current = current();
        assertThat(current).hasSizeGreaterThan(10);
        List<String> broken = new ArrayList<>();
        for (Map.Entry<String, ApiListing> each : current.entrySet()) {
            if (Files.exists(file(each.getKey()))) {
                listed(each.getKey())
                        .brokenBy(each.getValue())
                        .forEach(change -> broken.add(each.getKey() + ": " + change));
            }
        }
        for (String module : listedModules()) {
            if (!current.containsKey(module)) {
                broken.add(module + " was removed");
            }
        }
        if (Boolean.getBoolean(RECORD)) {
            record(current, broken);
            return;
        }
        if (major(version()) <= major(listedVersion())) {
            assertThat(broken)
                    .as(
                            "changes that break code written for version %s. Keep the old API in addition to the new"
                                    + " one, deprecated; while version %s is not released, tools/api lists the new API"
                                    + " instead",
                            listedVersion(), listedVersion())
                    .isEmpty();
        }
    }

    @Test
    void every_published_module_with_code_is_listed() throws IOException {
        assertThat(listedModules()).isEqualTo(current().keySet());
    }

    @Test
    void a_release_lists_exactly_its_own_api() throws IOException {
        if (!version().endsWith("-SNAPSHOT") && !Boolean.getBoolean(RECORD)) {
            assertThat(listedVersion()).isEqualTo(version());
            for (Map.Entry<String, ApiListing> each : current().entrySet()) {
                assertThat(listed(each.getKey()).lines())
                        .as("api/%s.txt; tools/api writes it", each.getKey())
                        .isEqualTo(each.getValue().lines());
            }
        }
    }

    @Test
    void the_page_about_versions_names_every_internal_package() throws IOException {
        assertThat(Files.readString(reactor.root().resolve("docs/versioning.md")))
                .contains(ApiPackages.internal().stream()
                        .map(each -> "`" + each + "`")
                        .toList());
    }

    private void record(Map<String, ApiListing> current, List<String> broken) throws IOException {
        String preparing = version().replace("-SNAPSHOT", "");
        if (!listedModules().isEmpty() && !listedVersion().equals(preparing)) {
            assertThat(version())
                    .as(
                            "api/ lists the released version %s until the next release: tools/version %s first",
                            listedVersion(), preparing)
                    .doesNotEndWith("-SNAPSHOT");
            if (major(preparing) <= major(listedVersion())) {
                assertThat(broken)
                        .as("version %s is released, and %s may not break it", listedVersion(), preparing)
                        .isEmpty();
            }
        }
        Files.createDirectories(folder);
        for (String module : listedModules()) {
            Files.delete(file(module));
        }
        for (Map.Entry<String, ApiListing> each : current.entrySet()) {
            List<String> lines = new ArrayList<>(List.of(VERSION_LINE + preparing));
            lines.addAll(each.getValue().lines());
            Files.write(file(each.getKey()), lines);
        }
    }

    private Path file(String module) {
        return folder.resolve(module + ".txt");
    }

    private ApiListing listed(String module) throws IOException {
        return ApiListing.parse(Files.readAllLines(file(module)));
    }

    private Set<String> listedModules() throws IOException {
        Set<String> modules = new TreeSet<>();
        if (Files.exists(folder)) {
            try (var files = Files.list(folder)) {
                files.forEach(each -> modules.add(each.getFileName().toString().replace(".txt", "")));
            }
        }
        return modules;
    }

    /** Returns the common version of all listings, which are written together. */
    private String listedVersion() throws IOException {
        Set<String> versions = new TreeSet<>();
        for (String module : listedModules()) {
            versions.add(Files.readAllLines(file(module)).get(0));
        }
        assertThat(versions).singleElement().asString().startsWith(VERSION_LINE);
        return versions.iterator().next().substring(VERSION_LINE.length());
    }

    private String version() throws IOException {
        Matcher version = Pattern.compile("<artifactId>elasticjob-parent</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(Files.readString(reactor.root().resolve("pom.xml")));
        assertThat(version.find()).isTrue();
        return version.group(1);
    }

    private static int major(String version) {
        return Integer.parseInt(version.replaceFirst("\\..*", ""));
    }

    private Map<String, ApiListing> current() throws IOException {
        Map<String, ApiListing> listings = new TreeMap<>();
        for (MavenModule module : reactor.judged()) {
            String pom = Files.readString(module.directory().resolve("pom.xml"));
            if (!pom.contains("<maven.deploy.skip>true") && !ApiPackages.PROGRAMS.contains(module.name())) {
                ApiListing listing = ApiListing.of(Reactor.codeOf(module), ApiPackages::contain);
                if (!listing.types().isEmpty()) {
                    listings.put(module.name(), listing);
                }
            }
        }
        return listings;
    }

    // ---- tests of the rule ----

    private static final String BEFORE = """
        package a;
        public class Api<T extends Number> {
            public static final int LIMIT = 1;
            public Api() {}
            protected T value() throws java.io.IOException { return null; }
            public void call(java.util.List<String> names) {}
            public interface Listener { void received(String what); }
            public @interface Setting { String name(); }
            private void hidden() {}
        }
        """;

    private static ApiListing compiled(Path directory, String source) throws IOException {
        Path file = Files.writeString(Files.createDirectories(directory).resolve("Api.java"), source);
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", directory.toString(), file.toString()))
                .isZero();
        JavaClasses classes = new ClassFileImporter().importPath(directory);
        return ApiListing.parse(ApiListing.of(classes, each -> true).lines());
    }

    private static List<String> broken(Path directory, String before, String after) throws IOException {
        return compiled(directory.resolve("before"), BEFORE)
                .brokenBy(compiled(directory.resolve("after"), BEFORE.replace(before, after)));
    }

    @Test
    void a_removed_method_is_found(@TempDir Path directory) throws IOException {
        assertThat(broken(directory, "public void call(java.util.List<String> names) {}", ""))
                .containsExactly(
                        "a.Api: 'public method call(java.util.List<java.lang.String>) : void' was removed or changed");
    }

    @Test
    void a_parameter_of_another_type_is_found(@TempDir Path directory) throws IOException {
        assertThat(broken(directory, "List<String> names", "List<Integer> names"))
                .hasSize(1);
    }

    @Test
    void another_result_and_another_bound_are_found(@TempDir Path directory) throws IOException {
        assertThat(broken(directory.resolve("result"), "protected T value", "protected Object value"))
                .hasSize(1);
        assertThat(broken(directory.resolve("bound"), "extends Number", "extends Integer"))
                .isNotEmpty();
    }

    @Test
    void a_further_exception_is_found(@TempDir Path directory) throws IOException {
        assertThat(broken(directory, "names) {}", "names) throws Exception {}")).hasSize(1);
    }

    @Test
    void a_class_that_became_final_is_found(@TempDir Path directory) throws IOException {
        assertThat(broken(directory, "public class", "public final class")).contains("a.Api became final");
    }

    @Test
    void a_method_that_implementations_do_not_have_is_found(@TempDir Path directory) throws IOException {
        assertThat(broken(directory, "void received(", "void begun(); void received("))
                .singleElement()
                .asString()
                .contains("a.Api$Listener: 'method begun() : void' was added");
    }

    @Test
    void a_setting_without_default_is_found_and_one_with_default_is_not(@TempDir Path directory) throws IOException {
        assertThat(broken(directory.resolve("1"), "String name();", "String name(); int size();"))
                .hasSize(1);
        assertThat(broken(directory.resolve("2"), "String name();", "String name(); int size() default 1;"))
                .isEmpty();
    }

    @Test
    void additions_and_private_changes_are_accepted(@TempDir Path directory) throws IOException {
        assertThat(broken(
                        directory,
                        "private void hidden() {}",
                        "public void more() {} public interface Other { void any(); }"))
                .isEmpty();
        assertThat(broken(directory.resolve("default"), "void received(", "default void begun() {} void received("))
                .isEmpty();
        assertThat(broken(directory.resolve("public"), "protected T value", "public T value"))
                .isEmpty();
    }
}
