package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies rules that apply to source files and cannot be checked in compiled classes. */
class SourcesTest {

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

    // ---- tests of the rules ----

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
