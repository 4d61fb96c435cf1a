package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Verifies the starter in an application of Spring Boot 2, which the build places in a separate directory next to the
 * classes.
 */
class OldBootTest {

    private static final List<String> OURS = List.of(
            "elasticjob-spring-boot-starter",
            "elasticjob-spring",
            "elasticjob-spring-namespace",
            "elasticjob-registry-zookeeper",
            "elasticjob-core",
            "elasticjob-api");

    @TempDir
    Path directory;

    private static String jars(Path libraries) throws Exception {
        try (Stream<Path> files = Files.list(libraries)) {
            return files.map(Path::toString).sorted().collect(Collectors.joining(File.pathSeparator));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2.6.4", "2.7.18"})
    void the_application_does_not_start_and_the_message_names_the_supported_versions(String version) throws Exception {
        String libraries = jars(Path.of("target", "spring-boot-" + version));
        Path source = Files.writeString(
                directory.resolve("App.java"),
                "@org.springframework.boot.autoconfigure.EnableAutoConfiguration public class App {"
                        + " public static void main(String[] args) {"
                        + " org.springframework.boot.SpringApplication.run(App.class, args); } }");
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        assertThat(ToolProvider.getSystemJavaCompiler()
                        .run(
                                null,
                                errors,
                                errors,
                                "-proc:none",
                                "-cp",
                                libraries,
                                "-d",
                                directory.toString(),
                                source.toString()))
                .as(errors.toString(StandardCharsets.UTF_8))
                .isZero();
        String starter = Stream.concat(
                        OURS.stream()
                                .map(each -> Path.of("..", "..", each, "target", "classes")
                                        .toString()),
                        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                                .filter(each -> each.contains("slf4j-api") || each.contains("jakarta.annotation")))
                .collect(Collectors.joining(File.pathSeparator));
        try (ChildProcess process = ChildProcess.java("App")
                .options("-Xmx128m")
                .classPath(List.of(directory.toString(), libraries, starter))
                .arguments("--elasticjob.jobs.a.elastic-job-type=SCRIPT", "--elasticjob.jobs.a.sharding-total-count=1")
                .start()) {
            assertThat(String.join("\n", process.awaitOutput()))
                    .contains("This application runs on Spring Boot " + version, "needs Spring Boot 3.5 or 4")
                    .doesNotContain("NoClassDefFoundError");
            assertThat(process.awaitExit()).isNotZero();
        }
    }
}
