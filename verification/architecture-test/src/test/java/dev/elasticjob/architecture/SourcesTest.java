package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies rules that apply to source files and cannot be checked in compiled classes. */
class SourcesTest {

    /** Addresses of the console's REST interface, and tests of the registry's format, which name its nodes themselves. */
    private static final Set<String> WITH_PATHS_OF_THEIR_OWN = Set.of("elasticjob-console", "elasticjob-test");

    /** The schema, and the codec, which takes the name of the job from the path and may not know the engine. */
    private static final Set<String> MAY_NAME_NODES = Set.of("JobTree.java", "JobConfigurationCodec.java");

    private static final Pattern NODE_OF_A_JOB =
            Pattern.compile("\"/(config|servers|instances|leader|sharding|trigger|guarantee|systemTime)[/\"]");

    private final Reactor reactor = Reactor.ofThisBuild();

    @Test
    void every_package_has_a_description() throws IOException {
        for (MavenModule module : reactor.judged()) {
            assertThat(packagesWithoutInfo(module.sources())).isEmpty();
        }
    }

    @Test
    void no_file_holds_what_is_true_on_one_machine_only() {
        List<Path> files = TrackedFiles.below(reactor.root());

        assertThat(files).contains(reactor.root().resolve("pom.xml")).hasSizeGreaterThan(100);
        assertThat(TrackedFiles.problemsIn(files)).isEmpty();
    }

    @Test
    void paths_in_a_job_are_built_from_its_schema() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (MavenModule module : reactor.judged()) {
            if (!WITH_PATHS_OF_THEIR_OWN.contains(module.name())) {
                sources.addAll(javaFiles(module.sources()));
            }
        }

        assertThat(sources).hasSizeGreaterThan(500);
        assertThat(pathsWithoutSchema(sources)).isEmpty();
    }

    // ---- tests of the rules ----

    @Test
    void a_path_that_is_not_built_from_the_schema_is_found(@TempDir Path sources) throws IOException {
        Path bad = Files.writeString(sources.resolve("Bad.java"), "String s = \"/\" + job + \"/servers/\" + ip;");
        Path good = Files.writeString(sources.resolve("Good.java"), "String s = tree.server(ip) + \"/serversets\";");

        assertThat(pathsWithoutSchema(List.of(bad, good))).containsExactly("Bad.java: \"/servers/");
    }

    @Test
    void a_package_without_a_description_is_found(@TempDir Path sources) throws IOException {
        Path described = Files.createDirectories(sources.resolve("a/described"));
        Path silent = Files.createDirectories(sources.resolve("a/silent"));
        Files.writeString(described.resolve("One.java"), "");
        Files.writeString(described.resolve("package-info.java"), "");
        Files.writeString(silent.resolve("Two.java"), "");

        assertThat(packagesWithoutInfo(sources)).containsExactly(silent);
    }

    @Test
    void a_path_of_one_machine_is_found(@TempDir Path root) throws IOException {
        for (String place : List.of("work", "root", "home")) {
            Path file = Files.writeString(root.resolve("some.md"), "one\nsee /" + place + "/somewhere");

            assertThat(TrackedFiles.problemsIn(List.of(file)))
                    .singleElement()
                    .asString()
                    .contains("some.md:2 holds a path of one machine");
        }
    }

    @Test
    void a_path_that_is_not_of_the_machine_is_let_pass(@TempDir Path root) throws IOException {
        Path file = Files.writeString(
                root.resolve("some.md"), "net/work/a $HOME/work/ ${dir}/home/ ../root/ https://example.org/home/page");

        assertThat(TrackedFiles.problemsIn(List.of(file))).isEmpty();
    }

    @Test
    void the_address_of_a_package_registry_is_found(@TempDir Path root) throws IOException {
        for (String host : List.of("repo1.maven.org/a", "repo.maven.apache.org/a", "maven.aliyun.com", "some/maven2")) {
            Path file = Files.writeString(root.resolve("settings.txt"), "https:" + "//" + host);

            assertThat(TrackedFiles.problemsIn(List.of(file))).as(host).hasSize(1);
        }
    }

    @Test
    void a_repository_in_a_pom_is_found(@TempDir Path root) throws IOException {
        Path file = Files.writeString(root.resolve("pom.xml"), "<project><repository/></project>");
        Path other = Files.writeString(root.resolve("notes.md"), "<repository/>");

        assertThat(TrackedFiles.problemsIn(List.of(file, other)))
                .singleElement()
                .asString()
                .contains("pom.xml:1 holds a repository");
    }

    @Test
    void without_git_the_directory_is_walked(@TempDir Path root) throws IOException {
        Path file = Files.writeString(root.resolve("some.md"), "");
        Files.writeString(Files.createDirectories(root.resolve("a/target")).resolve("built.md"), "");

        assertThat(TrackedFiles.below(root)).containsExactly(file);
    }

    private static List<Path> javaFiles(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static List<String> pathsWithoutSchema(List<Path> sources) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : sources) {
            String name = file.getFileName().toString();
            Matcher path = NODE_OF_A_JOB.matcher(Files.readString(file));
            while (!MAY_NAME_NODES.contains(name) && path.find()) {
                found.add(name + ": " + path.group());
            }
        }
        return found;
    }

    private static List<Path> packagesWithoutInfo(Path sources) throws IOException {
        try (Stream<Path> files = Files.walk(sources)) {
            TreeSet<Path> packages = new TreeSet<>();
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> packages.add(file.getParent()));
            return packages.stream()
                    .filter(each -> !Files.exists(each.resolve("package-info.java")))
                    .toList();
        }
    }
}
