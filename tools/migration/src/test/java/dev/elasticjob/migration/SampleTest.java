package dev.elasticjob.migration;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.registry.zookeeper.EmbeddedZookeeper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Migrates an application of 3.0.4 and verifies that it continues with the registry data written by 3.0.4. */
class SampleTest {

    private static final Path SAMPLE = Path.of("src", "test", "resources", "sample");

    @TempDir
    Path directory;

    private void copy() throws IOException {
        try (Stream<Path> files = Files.walk(SAMPLE)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                Path to = directory.resolve(SAMPLE.relativize(each).toString());
                Files.createDirectories(to.getParent());
                Files.copy(each, to);
            }
        }
    }

    private String run(String name, String classPath, String servers) throws Exception {
        Path classes = Files.createDirectories(directory.resolve(name));
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", classes.toString(), "-cp", classPath));
        try (Stream<Path> files = Files.walk(directory.resolve("src"))) {
            files.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(arguments::add);
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(errors.toString(StandardCharsets.UTF_8)).isEmpty();
        try (ChildProcess process = ChildProcess.java("com.acme.orders.Orders")
                .small("128m")
                .options("-Delasticjob.preferred.network.interface=lo")
                .classPath(List.of(
                        classes.toString(),
                        directory.resolve("src/main/resources").toString(),
                        classPath))
                .arguments(servers, "sample")
                .limit(Duration.ofMinutes(2))
                .start()) {
            String text = String.join("\n", process.awaitSuccess()) + "\n";
            assertThat(text).contains("jobs 1", " " + process.pid() + "\n");
            return text;
        }
    }

    @Test
    void it_continues_with_what_operators_have_set_once_the_listed_place_is_corrected() throws Exception {
        copy();
        try (EmbeddedZookeeper zookeeper = EmbeddedZookeeper.startTemporary()) {
            assertThat(run("before", Elasticjob304.classPath(), zookeeper.connectString()))
                    .contains("assigned 3 to ", "ran 0 A code", "ran 1 B code", "found code");

            List<String> notes = new Migration(directory, "1.2.3", false)
                    .run().stream().flatMap(each -> each.notes().stream()).toList();

            assertThat(notes)
                    .anyMatch(each -> each.contains("'@-@'") && each.contains("cut at the hyphen"))
                    .anyMatch(each -> each.contains("schedule() returns before"))
                    .anyMatch(each -> each.contains("a strategy receives the instances"))
                    .hasSize(3);
            Path source = directory.resolve("src/main/java/com/acme/orders/Orders.java");
            Files.writeString(
                    source, Files.readString(source).replace("split(\"@-@\")[4]", "split(\"@-@\")[4].split(\"-\")[0]"));
            assertThat(run("after", System.getProperty("java.class.path"), zookeeper.connectString()))
                    .contains("assigned 3 to ", "ran 0 A edited", "ran 1 B edited", "found edited")
                    .doesNotContain("ran 2");
        }
    }
}
