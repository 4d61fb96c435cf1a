package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Verifies that the BOM contains the versions that this build was tested with. */
class BomTest {

    private static final Pattern MANAGED = Pattern.compile(
            "<groupId>([^<]+)</groupId>\\s*<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern PROPERTY = Pattern.compile("<([a-z0-9.-]+\\.version)>([^<]+)</");

    private final Reactor reactor = Reactor.ofThisBuild();
    private final String parent = read(reactor.root().resolve("pom.xml"));
    private final String bom = read(reactor.root().resolve("elasticjob-bom/pom.xml"));

    @Test
    void it_has_every_published_library() {
        Set<String> published = new TreeSet<>();
        for (MavenModule module : reactor.modules().values()) {
            if (!read(module.directory().resolve("pom.xml")).contains("<maven.deploy.skip>true")
                    && !ApiPackages.PROGRAMS.contains(module.name())
                    && !module.name().equals("elasticjob-bom")) {
                published.add(module.name());
            }
        }
        Set<String> listed = new TreeSet<>();
        MANAGED.matcher(bom)
                .results()
                .filter(each -> each.group(1).equals("dev.elasticjob"))
                .forEach(each -> {
                    // Skips the first entry, which is the project itself.
                    if (!each.group(2).equals("elasticjob-bom")) {
                        assertThat(each.group(3)).as(each.group(2)).isEqualTo("${project.version}");
                        listed.add(each.group(2));
                    }
                });

        assertThat(listed).isEqualTo(published);
    }

    @Test
    void its_libraries_have_the_versions_of_the_build() {
        Map<String, String> properties = new TreeMap<>();
        PROPERTY.matcher(parent).results().forEach(each -> properties.put("${" + each.group(1) + "}", each.group(2)));
        Map<String, String> built = new TreeMap<>();
        MANAGED.matcher(parent)
                .results()
                .forEach(each -> built.put(
                        each.group(1) + ":" + each.group(2), properties.getOrDefault(each.group(3), each.group(3))));
        Map<String, String> libraries = new TreeMap<>();
        MANAGED.matcher(bom)
                .results()
                .filter(each -> !each.group(1).equals("dev.elasticjob"))
                .forEach(each -> libraries.put(each.group(1) + ":" + each.group(2), each.group(3)));

        assertThat(libraries).hasSizeGreaterThan(4);
        assertThat(built).containsAllEntriesOf(libraries);
    }

    @Test
    void the_readme_and_the_bom_have_the_version_of_the_build() {
        Matcher version = Pattern.compile("<artifactId>elasticjob-parent</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(parent);
        assertThat(version.find()).isTrue();
        String element = "<version>" + version.group(1) + "</version>";

        assertThat(bom).contains("<artifactId>elasticjob-bom</artifactId>\n    " + element);
        assertThat(read(reactor.root().resolve("README.md")).replaceAll("\\s+", " "))
                .contains("<artifactId>elasticjob-bom</artifactId> " + element);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
