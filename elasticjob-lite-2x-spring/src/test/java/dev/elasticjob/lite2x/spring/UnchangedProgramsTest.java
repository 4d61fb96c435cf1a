package dev.elasticjob.lite2x.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests programs as in the tutorials of 2.x, in Java 8. They run as processes with only the adapter and the dependencies of applications,
 * Spring and a database, on their class paths.
 */
class UnchangedProgramsTest {

    private static final Path SOURCES = Path.of("src/test/programs");

    private static final Path ADAPTER = Path.of("..", "elasticjob-lite-2x", "target");

    @TempDir
    private static Path classes;

    private static EmbeddedZookeeper server;

    @BeforeAll
    static void start() throws IOException {
        server = EmbeddedZookeeper.startTemporary();
        compile(withSpring("2"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static void compile(List<String> classPath) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--release",
                "8",
                "-nowarn",
                "-encoding",
                "UTF-8",
                "-d",
                classes.toString(),
                "-cp",
                String.join(File.pathSeparator, classPath)));
        try (Stream<Path> sources = Files.walk(SOURCES)) {
            sources.map(Path::toString)
                    .filter(each -> each.endsWith(".java"))
                    .sorted()
                    .forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .as("exit code of the compiler")
                .isZero();
        for (String each : List.of("applicationContext.xml", "application.properties")) {
            Files.copy(SOURCES.resolve(each), classes.resolve(each));
        }
    }

    /** Returns the program, the adapter with its dependencies, and the database of the program. */
    private static List<String> adapterOnly() throws IOException {
        List<String> result = new ArrayList<>(List.of(
                classes.toString(),
                Path.of("target", "classes").toString(),
                ADAPTER.resolve("classes").toString()));
        result.addAll(List.of(
                Files.readString(ADAPTER.resolve("runtime.classpath")).strip().split(File.pathSeparator)));
        assertThat(result).noneMatch(each -> each.contains("spring-"));
        try {
            result.add(Path.of(org.h2.Driver.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
        return result;
    }

    private static List<String> withSpring(String boot) throws IOException {
        List<String> result = adapterOnly();
        if (boot.equals("2")) {
            result.removeIf(each -> Path.of(each).getFileName().toString().startsWith("slf4j-api"));
        }
        try (Stream<Path> jars = Files.list(Path.of("target", "spring-boot-" + boot))) {
            jars.map(Path::toString).sorted().forEach(result::add);
        }
        return result;
    }

    private static Path script(Path directory) throws IOException {
        Path script = directory.resolve("run.sh");
        Files.writeString(script, "#!/bin/sh\necho \"$@\" > " + directory.resolve("ran") + "\n");
        assertThat(script.toFile().setExecutable(true)).isTrue();
        return script;
    }

    @Test
    void a_program_in_java_runs(@TempDir Path directory) throws Exception {
        try (PrintingProcess program = PrintingProcess.start(
                "Tutorial",
                adapterOnly(),
                "com.example.tutorial.TutorialMain",
                server.connectString(),
                "tutorial",
                script(directory).toString())) {
            program.await(
                    Set.of(
                            "executor | MySimpleJob",
                            "simple | item 0 | parameter RDP | of 4",
                            "simple | item 1 | parameter CORE | of 4",
                            "simple | item 2 | parameter SIMS | of 4",
                            "simple | item 3 | parameter ECIF | of 4",
                            "handled | MySimpleJob | CORE is down",
                            "once before | MySimpleJob",
                            "once after | MySimpleJob",
                            "dataflow | a",
                            "dataflow | b",
                            "dataflow | c",
                            "unknown | null",
                            "paused | true",
                            "paused | false",
                            "rescheduled | true",
                            "children | true",
                            "locked | true",
                            "persisted | true"),
                    "history | true");
            program.terminate();
        }
        assertThat(Files.readString(directory.resolve("ran"))).contains("\"jobName\":\"MyScriptJob\"");
    }

    @Test
    void a_program_with_xml_and_placeholders_runs(@TempDir Path directory) throws Exception {
        Files.writeString(
                classes.resolve("job.properties"),
                "elastic.job.zk.host=" + server.connectString() + "\nelastic.job.zk.namespace=xml-job\n"
                        + "elastic.job.zk.session=10000\norder.cron=0/2 * * * * ?\norder.total=3\n"
                        + "order.parameters=0=A,1=B,2=C\norder.monitor=true\norder.disabled=false\n"
                        + "order.timeout=10000\norder.script="
                        + script(directory) + "\n");
        try (PrintingProcess program = PrintingProcess.start("Xml", withSpring("2"), "com.example.xml.XmlMain")) {
            program.await(
                    Set.of(
                            "started | true",
                            "before | orderJob | true",
                            "close | A | name=sky;age=21",
                            "close | B | name=sky;age=21",
                            "close | C | name=sky;age=21",
                            "once before | orderJob",
                            "once after | orderJob",
                            "after | 3"),
                    "refund | [1, 2]");
            program.terminate();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2", "4"})
    void a_spring_boot_application_with_a_custom_starter_runs(String boot) throws Exception {
        try (PrintingProcess program = PrintingProcess.start(
                "Boot-" + boot,
                withSpring(boot),
                "com.example.boot.EjobApp",
                "--regCenter.serverList=" + server.connectString(),
                "--regCenter.namespace=boot-" + boot)) {
            program.await(
                    Set.of(
                            "simple | item 0 of 2 | RDP | com.example.boot.SimpleJobDemo",
                            "simple | item 1 of 2 | CORE | com.example.boot.SimpleJobDemo",
                            "registered | annotatedJob | true",
                            "annotated | 0 | true | true",
                            "annotated | 1 | true | true"),
                    "listener | annotatedJob");
            program.terminate();
        }
    }
}
