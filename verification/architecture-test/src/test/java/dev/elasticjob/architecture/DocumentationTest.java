package dev.elasticjob.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that the code and commands in the documents can be used unchanged. */
class DocumentationTest {

    private final Path root = Reactor.ofThisBuild().root();

    @TempDir
    private Path directory;

    @Test
    void all_code_blocks_compile_or_can_be_parsed() {
        SnippetCheck check = new SnippetCheck(root, directory);
        assertThat(Document.below(root)).flatMap(check::problemsOf).isEmpty();
    }

    @Test
    void every_link_leads_to_a_file_and_to_a_heading() {
        assertThat(Document.below(root)).flatMap(Document::deadLinks).isEmpty();
    }

    @Test
    void the_tests_that_are_shown_pass() throws Exception {
        SnippetCheck check = new SnippetCheck(root, directory);
        Document page = Document.read(root.resolve("docs/testing.md"));
        assertThat(check.problemsOf(page)).isEmpty();

        assertThat(check.runTestsOf(page)).isEqualTo(4);
    }

    @Test
    void every_message_that_is_quoted_is_one_of_the_code() {
        Messages messages = Messages.below();
        assertThat(Document.read(root.resolve("docs/operations.md")).snippets("text"))
                .isNotEmpty()
                .flatMap(messages::unknownIn)
                .isEmpty();
    }

    // ---- tests of the rules ----

    private Document page(String name, String... lines) throws IOException {
        return Document.read(Files.writeString(directory.resolve(name), String.join("\n", lines) + "\n"));
    }

    private List<String> problemsOf(String... lines) throws IOException {
        return new SnippetCheck(root, directory).problemsOf(page("some.md", lines));
    }

    @Test
    void code_that_does_not_compile_is_found() throws IOException {
        assertThat(problemsOf(
                        "```java",
                        "import dev.elasticjob.api.SimpleJob;",
                        "interface Good extends SimpleJob {}",
                        "```"))
                .isEmpty();
        assertThat(problemsOf("text", "```java", "class Bad {", "    Good good;", "}", "```"))
                .singleElement()
                .asString()
                .contains("Bad.java:4");
        assertThat(problemsOf("```java", "registry.init();", "```"))
                .singleElement()
                .asString()
                .contains("some.md:2 declares no type");
    }

    @Test
    void the_first_job_of_the_readme_is_found_broken_when_one_name_in_it_is(@TempDir Path copy) throws IOException {
        String readme = Files.readString(root.resolve("README.md"));
        Path broken = Files.writeString(copy.resolve("README.md"), readme.replace("schedule()", "shedule()"));

        assertThat(new SnippetCheck(root, directory).problemsOf(Document.read(broken)))
                .singleElement()
                .asString()
                .contains("shedule");
    }

    @Test
    void a_test_that_is_shown_and_fails_is_found() throws IOException {
        Document page = page(
                "some.md",
                "```java",
                "class WrongTest {",
                "    @org.junit.jupiter.api.Test",
                "    void wrong() {",
                "        throw new AssertionError(\"wrong\");",
                "    }",
                "}",
                "```");
        SnippetCheck check = new SnippetCheck(root, directory);
        assertThat(check.problemsOf(page)).isEmpty();

        assertThatThrownBy(() -> check.runTestsOf(page)).hasRootCauseMessage("wrong");
    }

    @Test
    void settings_that_cannot_be_read_are_found() throws IOException {
        assertThat(problemsOf("```yaml", "a: [1, 2", "```"))
                .singleElement()
                .asString()
                .contains("some.md:2");
        assertThat(problemsOf("```properties", "a=1", "# b", "so what", "```"))
                .containsExactly("some.md:2: no property: so what");
        assertThat(problemsOf("```xml", "<dependency><groupId>a</dependency>", "```"))
                .hasSize(1);
        assertThat(problemsOf(
                        "```xml",
                        "<beans xmlns=\"http://www.springframework.org/schema/beans\"",
                        "    xmlns:elasticjob=\"https://elasticjob.dev/schema/elasticjob\">",
                        "  <elasticjob:job id=\"a\" corn=\"0 0 0 * * ?\"/>",
                        "</beans>",
                        "```"))
                .singleElement()
                .asString()
                .contains("corn");
    }

    @Test
    void commands_that_are_not_there_are_found() throws IOException {
        assertThat(problemsOf("```sh", "./test", "$ tools/format", "```")).isEmpty();
        assertThat(problemsOf("```sh", "./demmo", "```")).containsExactly("some.md:2: there is no command ./demmo");
        assertThat(problemsOf("```sh", "echo 'a", "```")).hasSize(1);
        assertThat(problemsOf("```sh", "java -cp … dev.elasticjob.registry.Gone", "```"))
                .containsExactly("some.md:2: there is no class dev.elasticjob.registry.Gone");
    }

    @Test
    void a_message_that_no_source_logs_is_found() throws IOException {
        Document page = page("some.md", "```text", "Joined job '…' as …", "Joined job '…' as … is in a mood", "```");

        assertThat(Messages.below().unknownIn(page.snippets("text").get(0)))
                .containsExactly("some.md:2: no source logs 'is in a mood'");
    }

    @Test
    void a_language_without_a_check_is_found() throws IOException {
        assertThat(problemsOf("```kotlin", "val a = 1", "```"))
                .singleElement()
                .asString()
                .contains("no check exists for");
    }

    @Test
    void a_link_that_leads_nowhere_is_found() throws IOException {
        page("other.md", "# Part one: `a.b`", "```", "# no heading", "```");
        Document page = page(
                "some.md",
                "# Here & there",
                "[a](other.md#part-one-ab) [b](gone.md) [c](https://example.org/x.md) [d](#here--there)",
                "[e](other.md#no-heading) [f](#nowhere) `[g](not-a-link.md)` <img src=\"gone.png\">");

        assertThat(page.deadLinks())
                .containsExactly(
                        "some.md: gone.md", "some.md: other.md#no-heading", "some.md: #nowhere", "some.md: gone.png");
    }
}
