package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Verifies that sources as in ElasticJob's manual compile and run here after their migration. */
class MigrationTest {

    private static final Path EXAMPLES = Path.of("src", "test", "resources");
    private static final String OLD = "org.apache.shardingsphere.elasticjob";

    @TempDir
    Path directory;

    private Path copy(String example) throws IOException {
        Path from = EXAMPLES.resolve(example);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path each : files.toList()) {
                Path to = directory.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(each, to);
                }
            }
        }
        return directory;
    }

    private static List<Migration.Change> migrate(Path root) throws IOException {
        return new Migration(root, "1.2.3", false).run();
    }

    private static Map<String, String> contents(Path root) throws IOException {
        Map<String, String> result = new TreeMap<>();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                result.put(root.relativize(each).toString(), Files.readString(each, StandardCharsets.ISO_8859_1));
            }
        }
        return result;
    }

    private static List<String> notes(Collection<Migration.Change> changes) {
        return changes.stream().flatMap(each -> each.notes().stream()).toList();
    }

    private static String compile(Path project, String classPath) throws IOException {
        Path classes = Files.createDirectories(project.resolve("target/classes"));
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString(), "-cp", classPath));
        try (Stream<Path> files = Files.walk(project.resolve("src"))) {
            files.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(arguments::add);
        }
        ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(String[]::new));
        return said.toString(StandardCharsets.UTF_8);
    }

    // ---- the example ----

    @Test
    void an_example_that_compiled_with_3_0_4_compiles_and_runs_here() throws Exception {
        Path project = copy("example");
        assertThat(compile(project, Elasticjob304.classPath())).isEmpty();

        migrate(project);

        String ours = System.getProperty("java.class.path");
        assertThat(compile(project, ours)).isEmpty();
        URL[] places = {
            project.resolve("target/classes").toUri().toURL(),
            project.resolve("src/main/resources").toUri().toURL()
        };
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (EmbeddedZookeeper zookeeper = EmbeddedZookeeper.startTemporary();
                URLClassLoader loader = new URLClassLoader(places, before)) {
            thread.setContextClassLoader(loader);
            Collection<?> seen = (Collection<?>)
                    loader.loadClass("com.acme.jobs.Seen").getField("ALL").get(null);
            Object arguments = new String[] {zookeeper.connectString(), "moved"};
            Class<?> demo = loader.loadClass("com.acme.jobs.JobDemo");
            AutoCloseable registry =
                    (AutoCloseable) demo.getMethod("start", String[].class).invoke(null, arguments);
            try {
                for (String each : List.of(
                        "shared out",
                        "once before",
                        "item 0 Beijing",
                        "item 1 Shanghai",
                        "handled on purpose",
                        "once after",
                        "data of 0")) {
                    await(each + " was seen").atMost(Duration.ofSeconds(60)).until(() -> seen.contains(each));
                }
                // The job has run, so it is in the registry.
                demo.getMethod("list", String[].class).invoke(null, arguments);
                assertThat(seen.contains("listed MyJob")).isTrue();
            } finally {
                registry.close();
            }
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void nothing_of_the_old_names_is_left_in_the_example() throws IOException {
        Path project = copy("example");
        List<Migration.Change> changes = migrate(project);

        assertThat(contents(project)).allSatisfy((file, text) -> {
            assertThat(file).doesNotContain(OLD);
            assertThat(text).doesNotContain(OLD);
        });
        assertThat(notes(changes))
                .satisfiesOnlyOnce(
                        each -> assertThat(each).contains("misfire and monitor-execution", "10", "false and 0"))
                .satisfiesOnlyOnce(each -> assertThat(each).contains("schedule() returns before"))
                .satisfiesOnlyOnce(each -> assertThat(each).contains("a strategy receives the instances"))
                .satisfiesOnlyOnce(each -> assertThat(each).contains("set the variable elasticjobVersion to 1.2.3"))
                .hasSize(6)
                .filteredOn(each -> each.contains("angus-mail"))
                .hasSize(2);
    }

    @Test
    void builds_ask_for_our_artifacts_each_once() throws IOException {
        Path project = copy("example");
        migrate(project);

        String pom = Files.readString(project.resolve("pom.xml"));
        assertThat(pom)
                .contains("<elasticjob.latest.version>1.2.3</elasticjob.latest.version>")
                .contains(
                        "<artifactId>elasticjob-bootstrap</artifactId>",
                        "<artifactId>elasticjob-lifecycle</artifactId>")
                .containsOnlyOnce("<artifactId>elasticjob-error-handlers</artifactId>")
                .containsOnlyOnce("<version>1.2.3</version>")
                .contains("<artifactId>jobs</artifactId>\n    <version>3.0.4</version>")
                .contains("<artifactId>HikariCP</artifactId>\n            <version>3.0.4</version>");
        assertThat(Files.readString(project.resolve("build.gradle")))
                .contains("'dev.elasticjob:elasticjob-bootstrap:1.2.3'")
                .contains("\"dev.elasticjob:elasticjob-error-handlers:${elasticjobVersion}\"");
    }

    // ---- safety ----

    @Test
    void a_second_run_finds_nothing_to_change() throws IOException {
        Path project = copy("example");
        migrate(project);
        Map<String, String> once = contents(project);

        assertThat(migrate(project)).noneMatch(Migration.Change::isChange);
        assertThat(contents(project)).isEqualTo(once);
    }

    @Test
    void a_dry_run_prints_the_same_and_changes_nothing() throws IOException {
        Path project = copy("example");
        Map<String, String> before = contents(project);

        List<Migration.Change> told = new Migration(project, "1.2.3", true).run();

        assertThat(contents(project)).isEqualTo(before);
        assertThat(told).isEqualTo(migrate(project));
    }

    @Test
    void what_builds_and_version_control_keep_is_not_touched_nor_is_what_links_lead_to(@TempDir Path elsewhere)
            throws IOException {
        String text = "import " + OLD + ".api.JobConfiguration;\n";
        Path linked = Files.writeString(elsewhere.resolve("Linked.java"), text);
        List<Path> kept = new ArrayList<>();
        for (String each : List.of("target/A.java", ".git/hooks/B.java", "a/build/C.java", "a/D.class", "E.md")) {
            Path file = directory.resolve(each);
            Files.createDirectories(file.getParent());
            kept.add(Files.writeString(file, text));
        }
        kept.add(Files.writeString(directory.resolve("Binary.java"), text + "\0"));
        Files.createSymbolicLink(directory.resolve("Link.java"), linked);

        assertThat(migrate(directory)).isEmpty();
        assertThat(kept)
                .allSatisfy(file ->
                        assertThat(file).content(StandardCharsets.ISO_8859_1).startsWith(text));
        assertThat(linked).hasContent(text);
    }

    @Test
    void all_else_stays_byte_for_byte_whatever_the_encoding() throws IOException {
        byte[] comment = "// \u4f5c\u4e1a\r\n".getBytes("GBK");
        byte[] code = ("import " + OLD + ".simple.job.SimpleJob;\r\n").getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(comment, comment.length + code.length);
        System.arraycopy(code, 0, all, comment.length, code.length);
        Path file = Files.write(directory.resolve("A.java"), all);

        migrate(directory);

        byte[] now = Files.readAllBytes(file);
        assertThat(Arrays.copyOf(now, comment.length)).isEqualTo(comment);
        assertThat(new String(now, comment.length, now.length - comment.length, StandardCharsets.US_ASCII))
                .isEqualTo("import dev.elasticjob.api.SimpleJob;\r\n");
    }

    @Test
    void a_service_file_that_is_there_already_keeps_its_lines() throws IOException {
        Path services = Files.createDirectories(directory.resolve("META-INF/services"));
        Path ours = Files.writeString(services.resolve("dev.elasticjob.spi.JobErrorHandler"), "com.acme.One\n");
        Files.writeString(services.resolve(OLD + ".error.handler.JobErrorHandler"), "com.acme.One\ncom.acme.Two");

        migrate(directory);

        assertThat(ours).hasContent("com.acme.One\ncom.acme.Two\n");
        assertThat(services).isDirectoryNotContaining(each -> each.toString().contains(OLD));
    }

    // ---- listed work ----

    @Test
    void code_without_a_counterpart_is_kept_and_reported() throws IOException {
        Path project = copy("by-hand");
        Files.createDirectories(project.resolve("META-INF/services"));
        Files.writeString(
                project.resolve("META-INF/services/" + OLD + ".infra.handler.threadpool.JobExecutorServiceHandler"),
                "com.acme.Threads\n");
        String own = Files.readString(project.resolve("Own.java"));

        List<Migration.Change> changes = migrate(project);

        assertThat(notes(changes)).hasSize(5);
        assertThat(notes(changes))
                .anyMatch(each ->
                        each.startsWith("4: ") && each.contains("JobFacade") && each.contains("JobRuntimeService"))
                .anyMatch(each -> each.startsWith("5: ") && each.contains("Unheard: is not known here"))
                .noneMatch(each -> each.startsWith("6: "))
                .anyMatch(each -> each.contains("JobExecutorThreadPoolSizeProvider"))
                .anyMatch(each -> each.startsWith("4: ") && each.contains("elasticjob-cloud-executor"))
                .anyMatch(each -> each.contains("set the property elasticjob.version to 1.2.3"));
        assertThat(project.resolve("Own.java")).hasContent(own);
        assertThat(project.resolve("Custom.java"))
                .content()
                .contains("import dev.elasticjob.api.JobConfiguration;", OLD + ".kernel.example.Own");
    }

    @Test
    void a_project_of_2x_gets_the_adapters_and_keeps_its_sources() throws IOException {
        Path project = copy("example-2x");
        String source = Files.readString(project.resolve("Jobs.java"));

        List<Migration.Change> changes = migrate(project);

        assertThat(project.resolve("Jobs.java")).hasContent(source);
        assertThat(project.resolve("pom.xml"))
                .content()
                .contains(
                        "<artifactId>elasticjob-lite-2x</artifactId>",
                        "<artifactId>elasticjob-lite-2x-spring</artifactId>",
                        "<artifactId>elasticjob-lite-2x-lifecycle</artifactId>",
                        "<elastic-job.version>1.2.3</elastic-job.version>",
                        "<artifactId>sharding-jdbc-core</artifactId>")
                .doesNotContain("elastic-job-lite-");
        assertThat(project.resolve("build.gradle"))
                .content()
                .contains(
                        "'dev.elasticjob:elasticjob-lite-2x-spring:1.2.3'", "'com.dangdang:sharding-jdbc-core:1.5.4'");
        assertThat(notes(changes))
                .anyMatch(
                        each -> each.startsWith("6: ") && each.contains("JobNodePath") && each.contains("JobRegistry"))
                .anyMatch(each -> each.startsWith("7: ") && each.contains("LeaderSelector"))
                .anyMatch(each -> each.contains("elastic-job-cloud-executor"))
                .hasSize(3);
        assertThat(migrate(project)).allMatch(each -> !each.isChange());
    }

    @Test
    void the_command_reports_what_it_changed_and_what_it_did_not_recognise() throws IOException {
        Path project = copy("by-hand");

        assertThat(say(0, project.toString(), "--dry-run", "--version", "1.2.3"))
                .contains("Custom.java: 1 name", "2 files would be changed", "By hand:", "Custom.java:4: " + OLD);
        assertThat(say(0, project.toString(), "--version", "1.2.3")).contains("2 files changed");
        assertThat(say(2, "--version", "1.2.3")).contains("tools/migrate DIRECTORY");
        assertThat(say(2, project.toString(), "--dryrun", "--version", "1.2.3")).contains("tools/migrate DIRECTORY");
        assertThat(say(2, project.resolve("none").toString(), "--version", "1.2.3"))
                .contains("is not a directory");
    }

    private static String say(int code, String... arguments) {
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(said, true, StandardCharsets.UTF_8);
        assertThat(Migrate.run(List.of(arguments), stream, stream)).isEqualTo(code);
        return said.toString(StandardCharsets.UTF_8);
    }

    @Test
    void the_script_needs_a_jdk_alone() throws Exception {
        Path project = copy("by-hand");
        try (ChildProcess script = ChildProcess.program("../migrate")
                .arguments(project.toString(), "--dry-run")
                .start()) {
            assertThat(script.awaitSuccess()).anyMatch(line -> line.contains("2 files would be changed"));
        }
    }

    // ---- correctness of the tables ----

    @Test
    void every_name_in_the_table_exists_in_3_0_4_and_here() throws IOException {
        try (URLClassLoader old = Elasticjob304.loader()) {
            for (Map.Entry<String, String> each : Table.read("classes.txt")) {
                if (!each.getKey().startsWith("+")) {
                    assertThat(old.findResource(file(OLD + "." + each.getKey())))
                            .as(each.getKey())
                            .isNotNull();
                }
                assertThat(isHere(each.getValue())).as(each.getValue()).isTrue();
            }
        }
    }

    @Test
    void every_class_of_3_0_4_has_a_new_name_or_advice() throws IOException {
        List<String> sources = new ArrayList<>();
        for (String jar : Elasticjob304.classPath().split(File.pathSeparator)) {
            if (jar.contains("elasticjob-")) {
                try (JarFile file = new JarFile(jar)) {
                    file.stream()
                            .map(JarEntry::getName)
                            .filter(each -> each.startsWith(OLD.replace('.', '/')))
                            .filter(each -> each.matches("[\\w/]+\\.class"))
                            .map(each -> each.replace('/', '.').replaceAll("\\.class$", ""))
                            .forEach(each -> sources.add("import " + each + ";"));
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(100);
        Files.write(directory.resolve("All.java"), sources);

        assertThat(notes(migrate(directory))).noneMatch(each -> each.contains("is not known here"));
    }

    /** Returns whether the class exists; Spring itself is not on the class path of this test. */
    private static boolean isHere(String className) {
        String source = "src/main/java/" + className.replace('.', '/') + ".java";
        return MigrationTest.class.getClassLoader().getResource(file(className)) != null
                || Stream.of("elasticjob-spring", "elasticjob-spring-boot-starter")
                        .anyMatch(module ->
                                Files.exists(Path.of("..", "..", module).resolve(source)));
    }

    private static String file(String className) {
        return className.replace('.', '/') + ".class";
    }
}
