package dev.elasticjob.spring.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.elasticjob.tracing.JobEvent;
import dev.elasticjob.tracing.TracingListener;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.DefaultResourceLoader;

/**
 * Compiles and starts the Spring Boot example of the documentation: the job and its YAML. Only the registry is replaced, and the schedule
 * is changed to avoid a long wait.
 */
class DocumentedBootTest {

    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    @TempDir
    private Path directory;

    @AfterEach
    void restoreClassLoader() {
        Thread.currentThread().setContextClassLoader(getClass().getClassLoader());
    }

    /** Records items that have ended. */
    static final class Finished implements TracingListener {
        private final Queue<String> items = new ConcurrentLinkedQueue<>();

        @Override
        public void onEvent(JobEvent event) {
            if (event instanceof JobEvent.Finished finished) {
                items.add(event.jobName() + " " + finished.run().item());
            }
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application {
        @Bean
        Finished finished() {
            return new Finished();
        }
    }

    /** Returns the first code block in this language that contains the text. */
    private static String snippet(String page, String language, String part) throws IOException {
        Matcher blocks =
                Pattern.compile("(?ms)^```" + language + "\\n(.*?)^```").matcher(page);
        return blocks.results()
                .map(each -> each.group(1))
                .filter(each -> each.contains(part))
                .findFirst()
                .orElseThrow();
    }

    private URLClassLoader compile(String typeName, String code) throws IOException {
        Path source = Files.writeString(directory.resolve(typeName + ".java"), code);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter said = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            compiler.getTask(
                            said,
                            files,
                            null,
                            List.of(
                                    "-proc:none",
                                    "-d",
                                    directory.toString(),
                                    "-cp",
                                    System.getProperty("java.class.path")),
                            null,
                            files.getJavaFileObjects(source))
                    .call();
        }
        assertThat(said.toString()).isEmpty();
        return new URLClassLoader(
                new URL[] {directory.toUri().toURL()}, getClass().getClassLoader());
    }

    private ConfigurableApplicationContext start(URLClassLoader loader, Class<?> job, String jobName, String yaml)
            throws IOException {
        Path file = Files.writeString(directory.resolve("application.yml"), yaml);
        // The class loader that finds the classes of the application.
        Thread.currentThread().setContextClassLoader(loader);
        return new SpringApplicationBuilder(Application.class, job)
                .resourceLoader(new DefaultResourceLoader(loader))
                .web(WebApplicationType.NONE)
                .bannerMode(Banner.Mode.OFF)
                .registerShutdownHook(false)
                .run(
                        "--spring.config.location=file:" + file,
                        "--elasticjob.development-registry=in-memory",
                        "--elasticjob.jobs." + jobName + ".cron=* * * * * ?");
    }

    private static void everyItemRuns(ConfigurableApplicationContext context, String jobName) {
        Finished finished = context.getBean(Finished.class);
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(
                        () -> assertThat(finished.items).contains(jobName + " 0", jobName + " 1", jobName + " 2"));
    }

    @Test
    void the_first_job_of_the_readme_runs() throws Exception {
        String page = Files.readString(ROOT.resolve("README.md"));
        try (URLClassLoader loader = compile("HelloJob", snippet(page, "java", "class HelloJob"));
                ConfigurableApplicationContext context = start(
                        loader, loader.loadClass("com.example.HelloJob"), "hello", snippet(page, "yaml", "HelloJob"))) {
            everyItemRuns(context, "hello");
        }
    }

    @Test
    void the_job_of_the_page_about_spring_runs() throws Exception {
        String page = Files.readString(ROOT.resolve("docs/spring.md"));
        String code = "package com.acme;\n" + snippet(page, "java", "class OrdersJob");
        try (URLClassLoader loader = compile("OrdersJob", code);
                ConfigurableApplicationContext context = start(
                        loader, loader.loadClass("com.acme.OrdersJob"), "orders", snippet(page, "yaml", "OrdersJob"))) {
            everyItemRuns(context, "orders");
            assertThat(context.containsBean("reportJob")).isTrue();
        }
    }

    @Test
    void yaml_with_a_misspelt_name_would_be_found() throws Exception {
        String page = Files.readString(ROOT.resolve("README.md"));
        String broken = snippet(page, "yaml", "HelloJob").replace("sharding-total-count", "sharding-total-cuont");
        try (URLClassLoader loader = compile("HelloJob", snippet(page, "java", "class HelloJob"))) {
            Class<?> job = loader.loadClass("com.example.HelloJob");
            assertThatThrownBy(() -> start(loader, job, "hello", broken)).hasStackTraceContaining("cuont");
        }
    }
}
