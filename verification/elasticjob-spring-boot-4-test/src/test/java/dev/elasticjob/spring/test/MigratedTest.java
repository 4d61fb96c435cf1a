package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;

import dev.elasticjob.migration.Migration;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.FileSystemResource;

/** Tests YAML and XML with the class names of ElasticJob after the conversion by the migration tool. */
class MigratedTest extends ZookeeperTest {

    private static final Path EXAMPLE =
            Path.of("..", "..", "tools", "migration", "src", "test", "resources", "example");

    @TempDir
    Path directory;

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    @Import(SpringBootDataflowJob.class)
    static class Application {
        @Bean
        Runs runs() {
            return new Runs();
        }
    }

    @BeforeEach
    void migrate() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLE)) {
            for (Path each : files.toList()) {
                Path to = directory.resolve(EXAMPLE.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(to);
                } else {
                    Files.copy(each, to);
                }
            }
        }
        new Migration(directory, "unused", false).run();
    }

    private Path resource(String name) {
        return directory.resolve("src/main/resources").resolve(name);
    }

    @Test
    void the_yaml_runs() {
        ConfigurableApplicationContext context = start(
                Application.class,
                "spring.config.location=" + resource("application.yml").toUri());
        Runs runs = context.getBean(Runs.class);
        await().until(() -> runs.itemsOf("dataflowJob").equals(Set.of(0, 1, 2)));
    }

    @Test
    void the_xml_runs() throws Exception {
        Path classes = Files.createDirectories(directory.resolve("classes"));
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-d",
                classes.toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"))));
        for (String each : List.of("Seen", "MyDataflowJob")) {
            arguments.add(directory
                    .resolve("src/main/java/com/acme/jobs/" + each + ".java")
                    .toString());
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
        try (URLClassLoader loader = new URLClassLoader(
                        new URL[] {classes.toUri().toURL()}, getClass().getClassLoader());
                GenericXmlApplicationContext context = new GenericXmlApplicationContext()) {
            context.setClassLoader(loader);
            context.getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource("test", Map.of("servers", servers(), "namespace", namespace())));
            context.load(new FileSystemResource(resource("jobs.xml")));
            context.refresh();
            Collection<?> seen = (Collection<?>)
                    loader.loadClass("com.acme.jobs.Seen").getField("ALL").get(null);
            await().until(() -> seen.containsAll(List.of("data of 0", "data of 1")));
        }
    }
}
