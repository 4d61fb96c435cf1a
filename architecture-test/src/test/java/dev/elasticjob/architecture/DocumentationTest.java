package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the documents show can be used as it stands. */
class DocumentationTest {

    private static final Pattern JAVA_BLOCK = Pattern.compile("(?ms)^```java\\n(.*?)^```");

    private static final Pattern TYPE_NAME = Pattern.compile("\\b(?:class|interface|record|enum) (\\w+)");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

    private final Path root = Reactor.ofThisBuild().root();

    @Test
    void every_piece_of_code_compiles(@TempDir Path directory) throws IOException {
        for (String name : List.of(
                "docs/extending.md",
                "docs/configuration.md",
                "docs/dump.md",
                "docs/history.md",
                "docs/operations-api.md",
                "docs/spring.md")) {
            String problems = compile(Files.readString(root.resolve(name)), directory.resolve(name));
            assertThat(problems).as(name).isEmpty();
        }
    }

    @Test
    void every_link_leads_to_a_file() throws IOException {
        assertThat(deadLinks(documents())).isEmpty();
    }

    private List<Path> documents() throws IOException {
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.list(root.resolve("docs"))) {
            return Stream.concat(top, docs)
                    .filter(each -> each.toString().endsWith(".md"))
                    .toList();
        }
    }

    // ---- and the rules bite ----

    @Test
    void code_that_does_not_compile_is_found(@TempDir Path directory) throws IOException {
        String good =
                "text\n```java\nimport dev.elasticjob.api.SimpleJob;\n\ninterface Good extends SimpleJob {}\n```\n";
        String bad = "text\n```java\nclass Bad {\n    Good good;\n}\n```\n";

        assertThat(compile(good, directory.resolve("good"))).isEmpty();
        assertThat(compile(bad, directory.resolve("bad"))).contains("Bad.java:2");
    }

    @Test
    void a_link_that_leads_nowhere_is_found(@TempDir Path directory) throws IOException {
        Path other = Files.writeString(directory.resolve("other.md"), "");
        Path file = Files.writeString(
                directory.resolve("some.md"), "[a](other.md#part) [b](gone.md) [c](https://example.org/x.md)");

        assertThat(deadLinks(List.of(other, file))).containsExactly("some.md: gone.md");
    }

    private static List<String> deadLinks(List<Path> documents) throws IOException {
        List<String> dead = new ArrayList<>();
        for (Path document : documents) {
            Matcher links = LINK.matcher(Files.readString(document));
            while (links.find()) {
                if (!Files.exists(document.resolveSibling(links.group(1)))) {
                    dead.add(document.getFileName() + ": " + links.group(1));
                }
            }
        }
        return dead;
    }

    /** What the compiler says to all pieces of code of a document together. */
    private static String compile(String document, Path directory) throws IOException {
        List<Path> files = new ArrayList<>();
        for (MatchResult block : JAVA_BLOCK.matcher(document).results().toList()) {
            Matcher type = TYPE_NAME.matcher(block.group(1));
            assertThat(type.find()).as("a type in %s", block.group(1)).isTrue();
            Files.createDirectories(directory);
            files.add(Files.writeString(directory.resolve(type.group(1) + ".java"), block.group(1)));
        }
        assertThat(files).isNotEmpty();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    directory.toString(),
                    "-proc:none",
                    "-Xlint:all,-serial",
                    "-classpath",
                    System.getProperty("java.class.path"));
            compiler.getTask(said, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
        }
        return said.toString();
    }
}
