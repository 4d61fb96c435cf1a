package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.childprocess.ChildProcess;
import dev.elasticjob.lifecycle.RegistryOperations;
import dev.elasticjob.migration.Migration;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringBootVersion;

/**
 * Migrates an application of Spring Boot 2.7 whose jobs are scheduled by a starter of its own, does the work that the
 * tool lists, and continues with the registry data written by ElasticJob 3.0.4.
 */
class MigratedStarterTest extends ZookeeperTest {

    private static final Path SAMPLE =
            Path.of("..", "..", "tools", "migration", "src", "test", "resources", "boot-sample");

    private static final List<Path> RESOURCES =
            List.of(Path.of("starter", "src", "main", "resources"), Path.of("shop", "src", "main", "resources"));

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

    private static String classPathBefore() throws IOException {
        try (InputStream text = MigratedStarterTest.class.getResourceAsStream("/foreign-elasticjob-boot.classpath")) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    /** Returns the class path of this test without its own classes and settings. */
    private static String classPathAfter() {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return Arrays.stream(classPath.split(File.pathSeparator))
                .filter(each -> !each.endsWith("test-classes") && !each.endsWith("test-classes/"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private void compile(Path classes, String classPath) throws IOException {
        Files.createDirectories(classes);
        List<String> arguments =
                new ArrayList<>(List.of("-proc:none", "-parameters", "-d", classes.toString(), "-cp", classPath));
        try (Stream<Path> files = Files.walk(directory)) {
            files.map(Path::toString).filter(each -> each.endsWith(".java")).forEach(arguments::add);
        }
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, errors, errors, arguments.toArray(String[]::new));
        assertThat(result).as(errors.toString(StandardCharsets.UTF_8)).isZero();
    }

    /** Compiles and runs the application until it ends by itself, and returns its output. */
    private String run(String name, String classPath) throws Exception {
        Path classes = directory.resolve(name);
        compile(classes, classPath);
        List<String> all = new ArrayList<>(List.of(classes.toString()));
        RESOURCES.forEach(each -> all.add(directory.resolve(each).toString()));
        all.add(classPath);
        try (ChildProcess process = ChildProcess.java("com.acme.shop.Shop")
                .small("192m")
                .options("-Delasticjob.preferred.network.interface=lo")
                .classPath(all)
                .arguments("--servers=" + servers(), "--namespace=" + namespace())
                .limit(Duration.ofMinutes(2))
                .start()) {
            return String.join("\n", process.awaitSuccess()) + "\n";
        }
    }

    private List<String> migrate() throws IOException {
        List<String> notes = new ArrayList<>();
        for (Migration.Change each : new Migration(directory, "1.2.3", false).run()) {
            each.notes().forEach(note -> notes.add(each.file().getFileName() + ":" + note));
        }
        return notes;
    }

    private void edit(String file, String... replacements) throws IOException {
        Path path = directory.resolve(file);
        String text = Files.readString(path);
        for (int i = 0; i < replacements.length; i += 2) {
            assertThat(text).contains(replacements[i]);
            text = text.replace(replacements[i], replacements[i + 1]);
        }
        Files.writeString(path, text);
    }

    @Test
    void it_continues_with_what_operators_have_set_once_the_listed_places_are_corrected() throws Exception {
        copy();
        assertThat(run("before", classPathBefore()))
                .contains("orders 0 A code", "orders 1 B code", "stock of everything");

        List<String> notes = migrate();

        assertThat(notes)
                .anyMatch(each -> each.startsWith("pom.xml:") && each.contains("Spring Boot 2.7.18"))
                .anyMatch(each -> each.startsWith("pom.xml:") && each.contains("Java 8"))
                .anyMatch(each -> each.startsWith("spring.factories:1:") && each.contains("AutoConfiguration.imports"))
                .anyMatch(each -> each.startsWith("AcmeJobRegistrar.java:4: javax.annotation is jakarta.annotation"))
                .anyMatch(each -> each.startsWith("AcmeJobAutoConfiguration.java:")
                        && each.contains("RegistryOperations.on(center).shardingOperate()"))
                .anyMatch(each -> each.startsWith("AcmeJobAutoConfiguration.java:")
                        && each.contains("RegistryOperations.on(center).jobConfiguration()"))
                .anyMatch(each -> each.startsWith("AcmeJobProperties.java:5: the key elasticjob.acme"))
                .anyMatch(each -> each.startsWith("application.yml:") && each.contains("the key elasticjob.acme"))
                .anyMatch(each -> each.startsWith("application.yml:") && each.contains("unless set, misfire"))
                .anyMatch(each -> each.startsWith("StockJob.java:18:") && each.contains("isEmpty()"))
                .hasSize(10);
        String starter = "starter/src/main/java/com/acme/jobs/starter/";
        edit(starter + "AcmeJobRegistrar.java", "javax.annotation", "jakarta.annotation");
        edit(
                starter + "AcmeJobAutoConfiguration.java",
                "import org.apache.shardingsphere.elasticjob.lite.lifecycle.internal.operate.ShardingOperateAPIImpl;",
                "import dev.elasticjob.lifecycle.RegistryOperations;",
                "import org.apache.shardingsphere.elasticjob.lite.lifecycle.internal.settings.JobConfigurationAPIImpl;",
                "",
                "new JobConfigurationAPIImpl(center)",
                "RegistryOperations.on(center).jobConfiguration()",
                "new ShardingOperateAPIImpl(center)",
                "RegistryOperations.on(center).shardingOperate()");
        Path services = directory.resolve(RESOURCES.get(0)).resolve("META-INF");
        Files.delete(services.resolve("spring.factories"));
        Files.createDirectories(services.resolve("spring"));
        Files.writeString(
                services.resolve("spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports"),
                "com.acme.jobs.starter.AcmeJobAutoConfiguration\n");
        edit("shop/src/main/resources/application.yml", "  acme:\n", "  foreign-keys: acme\n  acme:\n");
        edit(
                "shop/src/main/java/com/acme/shop/StockJob.java",
                "context.getShardingParameter() == null",
                "context.getShardingParameter().isEmpty()");
        edit("pom.xml", "2.7.18", SpringBootVersion.getVersion(), "1.8", "17");
        assertThat(migrate()).allMatch(each -> each.contains("foreign-keys") || each.contains("unless set"));

        String after = run("after", classPathAfter());
        assertThat(after)
                .contains("orders 0 A edited", "orders 1 B edited", "stock of everything")
                .doesNotContain("orders 2");
        // The bootstraps of the starter are not closed by Spring. They end with the registry center, without
        // complaints.
        assertThat(after.lines().filter(line -> line.contains(" WARN ") || line.contains(" ERROR ")))
                .isNotEmpty()
                .allMatch(line -> line.contains("configuration differs from the one in the code"));
        try (RegistryOperations operations = RegistryOperations.connect(servers(), namespace(), null)) {
            assertThat(operations
                            .jobConfiguration()
                            .getJobConfiguration("orders")
                            .getJobParameter())
                    .isEqualTo("edited");
        }
    }
}
